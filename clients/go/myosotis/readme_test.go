package myosotis

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestTheReadmeBeginsWithTheQuickstart(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("../examples/quickstart/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```go\n"+string(program)+"```\n") {
		t.Error("README.md has another program than examples/quickstart")
	}
}

func TestTheReadmeNamesEveryMethod(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	client := reflect.TypeFor[*Client]()
	for i := range client.NumMethod() {
		if name := client.Method(i).Name; !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
}
