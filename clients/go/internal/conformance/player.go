package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis"
)

const (
	eventuallyWithin = 20 * time.Second
	eventuallyPause  = 200 * time.Millisecond
)

var placeholder = regexp.MustCompile(`\$\{(\w+)\}`)

// player plays the steps of one file in order, with the names that they save.
type player struct {
	conn  grpc.ClientConnInterface
	names map[string]string
}

func newPlayer(conn grpc.ClientConnInterface, names map[string]string) *player {
	return &player{conn, names}
}

func (p *player) play(ctx context.Context, steps []step) error {
	for i, step := range steps {
		err := p.attempt(ctx, step)
		for until := time.Now().Add(eventuallyWithin); err != nil && step.Eventually &&
			time.Now().Before(until); err = p.attempt(ctx, step) {
			time.Sleep(eventuallyPause)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

func (p *player) attempt(ctx context.Context, step step) error {
	call, err := p.prepare(step)
	if err != nil {
		return err
	}
	answer, failure := call.make(ctx, p.conn)
	if err := p.judge(step, answer, failure); err != nil {
		return err
	}
	if step.RetrySame {
		again, failure := call.make(ctx, p.conn)
		if err := p.judge(step, again, failure); err != nil {
			return fmt.Errorf("sent again: %w", err)
		}
		if !reflect.DeepEqual(answer, again) {
			return fmt.Errorf("sent again: expected %s, got %s", shown(answer), shown(again))
		}
	}
	for name, path := range step.Save {
		value, err := at(answer, path)
		if err != nil {
			return err
		}
		p.names[name] = value
	}
	return nil
}

func (p *player) prepare(step step) (*call, error) {
	requests := step.Requests
	if step.Request != nil {
		requests = append(requests, step.Request)
	}
	filled := make([]any, len(requests))
	for i, request := range requests {
		var err error
		if filled[i], err = p.fill(request); err != nil {
			return nil, err
		}
	}
	return newCall(step, filled)
}

// judge compares what came of a call with what the step expects.
func (p *player) judge(step step, answer any, failure error) error {
	if step.Error != nil {
		if failure == nil {
			return fmt.Errorf("expected %s, got %s", step.Error.Code, shown(answer))
		}
		return compareError(step.Error, failure)
	}
	if failure != nil {
		return fmt.Errorf("expected an answer, got %w", failure)
	}
	if step.Expect == nil {
		return nil
	}
	expected, err := p.fill(step.Expect)
	if err != nil {
		return err
	}
	return compare("", expected, answer)
}

func compareError(expected *expectedError, failure error) error {
	var typed *myosotis.Error
	if !errors.As(failure, &typed) {
		return fmt.Errorf("expected the client's error, got %w", failure)
	}
	if got := code.Code(typed.Code).String(); got != expected.Code {
		return fmt.Errorf("code: expected %s, got %s (%w)", expected.Code, got, failure)
	}
	if expected.Reason != "" && string(typed.Reason) != expected.Reason {
		return fmt.Errorf("reason: expected %s, got %q", expected.Reason, string(typed.Reason))
	}
	if expected.Fields != nil {
		var fields []string
		for _, wrong := range typed.Violations {
			fields = append(fields, wrong.Field)
		}
		slices.Sort(fields)
		if fields = slices.Compact(fields); !slices.Equal(fields, expected.Fields) {
			return fmt.Errorf("fields: expected %q, got %q", expected.Fields, fields)
		}
	}
	if expected.Retry && typed.RetryAfter <= 0 {
		return errors.New("expected a time to wait before trying again, got none")
	}
	return nil
}

// fill puts the saved values in place of their names in every string.
func (p *player) fill(value any) (any, error) {
	switch value := value.(type) {
	case string:
		var unknown error
		filled := placeholder.ReplaceAllStringFunc(value, func(found string) string {
			known, ok := p.names[found[2:len(found)-1]]
			if !ok {
				unknown = fmt.Errorf("nothing was saved as %s", found)
			}
			return known
		})
		return filled, unknown
	case []any:
		filled := make([]any, len(value))
		for i, item := range value {
			var err error
			if filled[i], err = p.fill(item); err != nil {
				return nil, err
			}
		}
		return filled, nil
	case map[string]any:
		filled := make(map[string]any, len(value))
		for key, item := range value {
			var err error
			if filled[key], err = p.fill(item); err != nil {
				return nil, err
			}
		}
		return filled, nil
	default:
		return value, nil
	}
}

// at gives the value at a path such as changes.0.memory.memoryId, as it stands in a string.
func at(answer any, path string) (string, error) {
	for name := range strings.SplitSeq(path, ".") {
		switch inner := answer.(type) {
		case map[string]any:
			answer = inner[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(inner) {
				return "", fmt.Errorf("save: there is no %s", path)
			}
			answer = inner[i]
		default:
			answer = nil
		}
	}
	switch value := answer.(type) {
	case nil:
		return "", fmt.Errorf("save: there is no %s", path)
	case string:
		return value, nil
	default:
		return shown(value), nil
	}
}

func shown(value any) string {
	if value == nil {
		return "nothing"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}
