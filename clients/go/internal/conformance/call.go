package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"
)

// A stream has no time-out of its own, and a case that waits for too much must end.
const streamTimeout = 60 * time.Second

// call is any method of the contract with its requests, found by its descriptor.
type call struct {
	method   protoreflect.MethodDescriptor
	requests []proto.Message
	// How many messages of a stream to read; all of them if negative.
	limit int
	// The client's own if 0.
	timeout time.Duration
}

func newCall(step step, requests []any) (*call, error) {
	service, name, _ := strings.Cut(step.Call, ".")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(
		protoreflect.FullName(packageName()).Append(protoreflect.Name(service)),
	)
	if err != nil {
		return nil, fmt.Errorf("there is no service %s", service)
	}
	descriptor, ok := found.(protoreflect.ServiceDescriptor)
	if !ok {
		return nil, fmt.Errorf("%s is no service", service)
	}
	method := descriptor.Methods().ByName(protoreflect.Name(name))
	if method == nil {
		return nil, fmt.Errorf("there is no call %s", step.Call)
	}
	if len(requests) != 1 && !method.IsStreamingClient() {
		return nil, fmt.Errorf("%s takes one request, not %d", step.Call, len(requests))
	}
	made := &call{
		method:  method,
		limit:   -1,
		timeout: time.Duration(step.TimeoutSeconds * float64(time.Second)),
	}
	if expected, ok := step.Expect.([]any); ok && !step.Whole {
		made.limit = len(expected)
	}
	for _, request := range requests {
		message, err := newMessage(method.Input())
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(request)
		if err != nil {
			return nil, err
		}
		if err := protojson.Unmarshal(text, message); err != nil {
			return nil, fmt.Errorf("request: %w", err)
		}
		made.requests = append(made.requests, message)
	}
	return made, nil
}

func packageName() string {
	return string(myosotisv1.File_myosotis_v1_memory_service_proto.Package())
}

func newMessage(descriptor protoreflect.MessageDescriptor) (proto.Message, error) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName(descriptor.FullName())
	if err != nil {
		return nil, err
	}
	return kind.New().Interface(), nil
}

// make gives the answer as JSON reads it: an object or, of a stream, a list of them.
func (c *call) make(ctx context.Context, conn grpc.ClientConnInterface) (any, error) {
	path := fmt.Sprintf("/%s/%s", c.method.Parent().FullName(), c.method.Name())
	if c.timeout > 0 {
		within, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		ctx = within
	}
	if !c.method.IsStreamingServer() && !c.method.IsStreamingClient() {
		answer, err := newMessage(c.method.Output())
		if err != nil {
			return nil, err
		}
		if err := conn.Invoke(ctx, path, c.requests[0], answer); err != nil {
			return nil, err
		}
		return asJSON(answer)
	}
	ctx, cancel := context.WithTimeout(ctx, streamTimeout)
	defer cancel()
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{
		StreamName:    string(c.method.Name()),
		ServerStreams: c.method.IsStreamingServer(),
		ClientStreams: c.method.IsStreamingClient(),
	}, path)
	if err != nil {
		return nil, err
	}
	for _, request := range c.requests {
		if err := stream.SendMsg(request); errors.Is(err, io.EOF) {
			break // RecvMsg tells why.
		} else if err != nil {
			return nil, err
		}
	}
	if err := stream.CloseSend(); err != nil {
		return nil, err
	}
	return c.receive(stream)
}

func (c *call) receive(stream grpc.ClientStream) (any, error) {
	answers := []any{}
	for len(answers) != c.limit {
		message, err := newMessage(c.method.Output())
		if err != nil {
			return nil, err
		}
		if err := stream.RecvMsg(message); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		answer, err := asJSON(message)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

func asJSON(message proto.Message) (any, error) {
	text, err := protojson.Marshal(message)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err = decoder.Decode(&value)
	return value, err
}
