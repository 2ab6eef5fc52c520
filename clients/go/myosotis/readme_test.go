package myosotis

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheReadmeBeginsWithTheQuickstart(t *testing.T) {
	program, err := os.ReadFile("../examples/quickstart/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(readme(t), "```go\n"+string(program)+"```\n") {
		t.Error("README.md has another program than examples/quickstart")
	}
}

var fenced = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```")

// What a snippet stands in: it has a client, an address and a context, and may fail.
const around = `package readme

import (
	"context"
	"fmt"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis"
)

var _ = fmt.Println

func snippet(ctx context.Context, client *myosotis.Client, address string) error {
	{
%s
	}
	return nil
}
`

func TestTheSnippetsOfTheReadmeCompile(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there")
	}
	snippets := fenced.FindAllStringSubmatch(readme(t), -1)
	if len(snippets) < 4 {
		t.Fatalf("only %d snippets", len(snippets))
	}
	for _, snippet := range snippets[1:] { // the first is the quickstart
		if said := compiled(t, fmt.Sprintf(around, snippet[1])); said != "" {
			t.Errorf("%s\n%s", snippet[1], said)
		}
	}
}

// compiled is what the compiler says of a file of a package that is there for it alone; that a value
// is not used is left to the reader, who goes on with it.
func compiled(t *testing.T, program string) string {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "snippet.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	placed := filepath.Join(module, "internal", "readme", "snippet.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{placed: file}})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "build", "-gcflags=-e", "-overlay", list, "./internal/readme")
	command.Dir = module
	output, err := command.CombinedOutput()
	if err == nil {
		return ""
	}
	var wrong []string
	for line := range strings.Lines(string(output)) {
		if !strings.HasPrefix(line, "#") && !strings.Contains(line, "declared and not used") {
			wrong = append(wrong, line)
		}
	}
	return strings.Join(wrong, "")
}

func TestTheReadmeNamesEveryMethod(t *testing.T) {
	text := readme(t)
	client := reflect.TypeFor[*Client]()
	for i := range client.NumMethod() {
		if name := client.Method(i).Name; !strings.Contains(text, name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
}
