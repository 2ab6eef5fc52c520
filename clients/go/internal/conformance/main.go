// Command conformance plays the cases of clients/conformance against a running server, through the
// Go client's own connection. What a case says, and how it is compared, is told in
// clients/conformance/README.md.
//
//	go run ./internal/conformance --address 127.0.0.1:50051 --cases ../conformance/cases --run 1
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis"
)

const readyTimeout = 20 * time.Second

type arguments struct {
	address, cases, run, language, phase string
	writers                              []string
}

func main() {
	given, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	allOK, err := playAll(context.Background(), given)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !allOK {
		os.Exit(1)
	}
}

func parse(words []string) (arguments, error) {
	var given arguments
	var writers string
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.StringVar(&given.address, "address", "127.0.0.1:50051", "the server's")
	flags.StringVar(&given.cases, "cases", "../conformance/cases", "folder of the cases")
	flags.StringVar(&given.run, "run", rand.Text(), "fresh for each run")
	flags.StringVar(&given.language, "language", "go", "this client's, in its users' ids")
	flags.StringVar(&given.phase, "phase", "all", "all, write or read")
	flags.StringVar(&writers, "writers", "", "languages whose users are read; this one if empty")
	if err := flags.Parse(words); err != nil {
		return given, err
	}
	switch given.phase {
	case "all", "write", "read":
	default:
		return given, fmt.Errorf("--phase is all, write or read, not %q", given.phase)
	}
	given.writers = []string{given.language}
	if writers != "" {
		given.writers = strings.Split(writers, ",")
	}
	return given, nil
}

// playAll tells whether all files are ok. An error means that they could not be played.
func playAll(ctx context.Context, given arguments) (bool, error) {
	client, err := myosotis.New(
		given.address, myosotis.WithAPIKey(os.Getenv("MYOSOTIS_API_KEY")),
	)
	if err != nil {
		return false, err
	}
	defer func() { _ = client.Close() }()
	waiting, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := client.WaitReady(waiting); err != nil {
		return false, err
	}
	paths, err := filepath.Glob(filepath.Join(given.cases, "*.json"))
	if err != nil || len(paths) == 0 {
		return false, fmt.Errorf("no cases in %s", given.cases)
	}
	allOK := true
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		played, err := playFile(ctx, client.Conn(), path, name, given)
		switch {
		case err != nil:
			allOK = false
			fmt.Printf("failed %s: %v\n", name, err)
		case played:
			fmt.Printf("ok %s\n", name)
		}
	}
	return allOK, nil
}
