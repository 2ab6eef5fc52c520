package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"google.golang.org/grpc"
)

// caseFile has either steps, or what is written and then read by every client.
type caseFile struct {
	About string `json:"about"`
	Steps []step `json:"steps"`
	Write []step `json:"write"`
	Read  []step `json:"read"`
}

type step struct {
	About      string            `json:"about"`
	Call       string            `json:"call"`
	Request    any               `json:"request"`
	Requests   []any             `json:"requests"`
	Expect     any               `json:"expect"`
	Error      *expectedError    `json:"error"`
	Save       map[string]string `json:"save"`
	Eventually bool              `json:"eventually"`
	RetrySame  bool              `json:"retry_same"`
	Whole      bool              `json:"whole"`
	// Of the call; the client's own if 0.
	TimeoutSeconds float64 `json:"timeout_seconds"`
}

type expectedError struct {
	Code   string   `json:"code"`
	Reason string   `json:"reason"`
	Fields []string `json:"fields"`
	Retry  bool     `json:"retry"`
}

// readCase refuses members that the format does not have: a misspelt one would expect nothing.
func readCase(path string) (caseFile, error) {
	var file caseFile
	text, err := os.ReadFile(path)
	if err != nil {
		return file, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return file, err
	}
	if (len(file.Steps) > 0) == (len(file.Write) > 0 && len(file.Read) > 0) {
		return file, fmt.Errorf("has neither steps nor write and read, or both")
	}
	return file, nil
}

// playFile tells whether the phase has something of the file to play.
func playFile(
	ctx context.Context, conn grpc.ClientConnInterface, path, name string, given arguments,
) (bool, error) {
	file, err := readCase(path)
	if err != nil {
		return true, err
	}
	of := func(language string) *player {
		return newPlayer(conn, map[string]string{
			"run": given.run, "user": given.run + "-" + language + "-" + name,
		})
	}
	if len(file.Steps) > 0 {
		if given.phase != "all" {
			return false, nil
		}
		return true, of(given.language).play(ctx, file.Steps)
	}
	if given.phase != "read" {
		if err := of(given.language).play(ctx, file.Write); err != nil {
			return true, fmt.Errorf("write: %w", err)
		}
	}
	if given.phase != "write" {
		for _, writer := range given.writers {
			if err := of(writer).play(ctx, file.Read); err != nil {
				return true, fmt.Errorf("read what %s wrote: %w", writer, err)
			}
		}
	}
	return true, nil
}
