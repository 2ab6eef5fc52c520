package myosotis

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"
)

const contract = "myosotis.v1"

// protoFiles calls visit with each file of the contract.
func protoFiles(visit func(protoreflect.FileDescriptor)) {
	protoregistry.GlobalFiles.RangeFilesByPackage(contract, func(f protoreflect.FileDescriptor) bool {
		visit(f)
		return true
	})
}

func TestEveryCallIsAMethod(t *testing.T) {
	methods := 0
	protoFiles(func(file protoreflect.FileDescriptor) {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				methods++
				name := string(service.Methods().Get(j).Name())
				if _, ok := reflect.TypeFor[*Client]().MethodByName(name); !ok {
					t.Errorf("Client has no %s", name)
				}
			}
		}
	})
	if methods < 20 {
		t.Errorf("only %d calls were looked at", methods)
	}
}

// namesIn gives what a file of this package takes from myosotisv1, and its string constants.
func namesIn(t *testing.T, path string) (taken map[string]bool, texts map[string]bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	taken, texts = map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			taken[node.Sel.Name] = true
		case *ast.BasicLit:
			texts[strings.Trim(node.Value, `"`)] = true
		}
		return true
	})
	return taken, texts
}

func TestEveryMessageAndEnumHasAName(t *testing.T) {
	messages, _ := namesIn(t, "messages.go")
	enums, _ := namesIn(t, "enums.go")
	protoFiles(func(file protoreflect.FileDescriptor) {
		for i := range file.Messages().Len() {
			if name := string(file.Messages().Get(i).Name()); !messages[name] {
				t.Errorf("messages.go has no %s", name)
			}
		}
		for i := range file.Enums().Len() {
			enum := file.Enums().Get(i)
			if enum.Name() == "ErrorReason" { // Reason is more open.
				continue
			}
			for j := range enum.Values().Len() {
				value := enum.Values().Get(j)
				name := string(enum.Name()) + "_" + string(value.Name())
				if value.Number() != 0 && !enums[name] {
					t.Errorf("enums.go has no %s", name)
				}
			}
		}
	})
}

func TestEveryErrorReasonHasAName(t *testing.T) {
	_, texts := namesIn(t, "reasons.go")
	for number, name := range myosotisv1.ErrorReason_name {
		if name = strings.TrimPrefix(name, "ERROR_REASON_"); number != 0 && !texts[name] {
			t.Errorf("reasons.go has no %s", name)
		}
	}
}

func TestTheServiceConfigIsThatOfAllClients(t *testing.T) {
	shared, err := os.ReadFile("../../service_config.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module stands alone, without the repository around it")
	}
	if err != nil || !bytes.Equal(shared, serviceConfigJSON) {
		t.Error("service_config.json differs; run tools/generate_go_stubs.py")
	}
}

func TestTheServiceConfigNamesCallsThatThereAre(t *testing.T) {
	config, err := loadServiceConfig()
	if err != nil {
		t.Fatal(err)
	}
	if got := config.timeouts["/myosotis.v1.ConversationService/EndSession"]; got != time.Minute {
		t.Errorf("EndSession: %v", got)
	}
	for path := range config.timeouts {
		service, method, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
		if err != nil {
			t.Fatal(err)
		}
		methods := found.(protoreflect.ServiceDescriptor).Methods()
		if methods.ByName(protoreflect.Name(method)) == nil {
			t.Errorf("there is no %s", path)
		}
	}
	var channel struct{ MethodConfig []map[string]any }
	if err := json.Unmarshal([]byte(config.channelJSON), &channel); err != nil {
		t.Fatal(err)
	}
	for _, method := range channel.MethodConfig {
		if method["timeout"] != nil || method["name"] == nil {
			t.Errorf("%v", method)
		}
	}
}

func TestAMalformedServiceConfigIsRefused(t *testing.T) {
	for _, text := range []string{
		`[`, `{}`, `{"methodConfig": [{"name": [], "timeout": 10}]}`,
		`{"methodConfig": [{"name": [], "timeout": "10"}]}`,
		`{"methodConfig": [{"name": {}, "timeout": "10s"}]}`,
	} {
		if _, err := parseServiceConfig([]byte(text)); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}
