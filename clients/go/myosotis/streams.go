package myosotis

import (
	"context"
	"errors"
	"io"
	"iter"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// paged is an answer that is one page of several.
type paged interface{ GetNextPageToken() string }

// pages goes through the items of a call's pages, from the request's page_token on.
func pages[Request proto.Message, Answer paged, Item any](
	ctx context.Context,
	request Request,
	call func(context.Context, Request, ...grpc.CallOption) (Answer, error),
	items func(Answer) []Item,
	options []grpc.CallOption,
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		next := proto.CloneOf(request)
		token := next.ProtoReflect().Descriptor().Fields().ByName("page_token")
		for {
			answer, err := call(ctx, next, options...)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range items(answer) {
				if !yield(item, nil) {
					return
				}
			}
			if answer.GetNextPageToken() == "" {
				return
			}
			next.ProtoReflect().Set(token, protoreflect.ValueOfString(answer.GetNextPageToken()))
		}
	}
}

// streamed goes through the answers to one request. Leaving the loop cancels the call.
func streamed[Request, Answer any](
	ctx context.Context,
	request *Request,
	call func(
		context.Context, *Request, ...grpc.CallOption,
	) (grpc.ServerStreamingClient[Answer], error),
	options []grpc.CallOption,
) iter.Seq2[*Answer, error] {
	return func(yield func(*Answer, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		stream, err := call(ctx, request, options...)
		if err != nil {
			yield(nil, err)
			return
		}
		receive(stream, yield)
	}
}

// receive yields what a stream brings until it ends, its error last.
func receive[Answer any](
	stream interface{ Recv() (*Answer, error) }, yield func(*Answer, error) bool,
) {
	for {
		answer, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if !yield(answer, nil) {
			return
		}
	}
}
