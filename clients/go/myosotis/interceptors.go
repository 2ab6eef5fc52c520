package myosotis

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// typedErrors makes an *Error of whatever a call fails with.
func typedErrors(
	ctx context.Context, method string, request, answer any, conn *grpc.ClientConn,
	invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	var trailer metadata.MD
	// A copy: gRPC may have handed out a slice with room that others share.
	options = append(options[:len(options):len(options)], grpc.Trailer(&trailer))
	err := invoke(ctx, method, request, answer, conn, options...)
	return newError(ctx, err, trailer)
}

// defaultTimeouts bounds calls whose context has no deadline: all by override unless that is 0,
// each by its own time-out otherwise.
func defaultTimeouts(
	timeouts map[string]time.Duration, override time.Duration,
) grpc.UnaryClientInterceptor {
	return func(
		ctx context.Context, method string, request, answer any, conn *grpc.ClientConn,
		invoke grpc.UnaryInvoker, options ...grpc.CallOption,
	) error {
		timeout, ok := timeouts[method]
		if override > 0 {
			timeout, ok = override, true
		}
		if _, has := ctx.Deadline(); ok && !has {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, timeout)
			defer cancel()
		}
		return invoke(ctx, method, request, answer, conn, options...)
	}
}

// idempotencyKeys gives a request that has an empty request_id one of its own. gRPC's retries lie
// below, so that they repeat it. The caller's message stays as it is: sent again, it is another
// write.
func idempotencyKeys(
	ctx context.Context, method string, request, answer any, conn *grpc.ClientConn,
	invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	if message, ok := request.(proto.Message); ok {
		request = withRequestID(message)
	}
	return invoke(ctx, method, request, answer, conn, options...)
}

func withRequestID(request proto.Message) proto.Message {
	field := request.ProtoReflect().Descriptor().Fields().ByName("request_id")
	if field == nil || field.Kind() != protoreflect.StringKind ||
		request.ProtoReflect().Has(field) {
		return request
	}
	copied := proto.Clone(request)
	copied.ProtoReflect().Set(field, protoreflect.ValueOfString(uuid.NewString()))
	return copied
}

// typedStreamErrors does for streams what typedErrors does for single calls.
func typedStreamErrors(
	ctx context.Context, description *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := open(ctx, description, conn, method, options...)
	if err != nil {
		return nil, newError(ctx, err, nil)
	}
	return &typedStream{stream, ctx}, nil
}

// typedStream keeps the caller's context: the stream's own is cancelled whenever the stream ends.
type typedStream struct {
	grpc.ClientStream
	caller context.Context
}

func (s *typedStream) RecvMsg(message any) error {
	err := s.ClientStream.RecvMsg(message)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return newError(s.caller, err, s.Trailer())
}

// SendMsg fails with io.EOF when the stream has ended: RecvMsg tells why.
func (s *typedStream) SendMsg(message any) error {
	err := s.ClientStream.SendMsg(message)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return newError(s.caller, err, nil)
}
