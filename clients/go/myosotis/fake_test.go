package myosotis

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"
)

const testTimeout = 10 * time.Second

// seenCall is what reached the server: the request, its metadata, and how long it has (0: no end).
type seenCall struct {
	method   string
	request  proto.Message
	metadata metadata.MD
	left     time.Duration
}

// fakeServer answers from functions, and keeps what it was asked. What has no function answers
// UNIMPLEMENTED.
type fakeServer struct {
	myosotisv1.UnimplementedMemoryServiceServer
	myosotisv1.UnimplementedConversationServiceServer
	myosotisv1.UnimplementedAdminServiceServer

	health *health.Server

	remember func(*RememberRequest) (*RememberResponse, error)
	update   func(*UpdateMemoryRequest) (*UpdateMemoryResponse, error)
	forget   func(*ForgetRequest) (*ForgetResponse, error)
	recall   func(context.Context, *RecallRequest) (*RecallResponse, error)
	list     func(*ListMemoriesRequest) (*ListMemoriesResponse, error)
	imports  func(grpc.BidiStreamingServer[ImportMemoriesRequest, ImportMemoriesResponse]) error
	export   func(*ExportMemoriesRequest, grpc.ServerStreamingServer[ExportMemoriesResponse]) error
	watch    func(*WatchMemoriesRequest, grpc.ServerStreamingServer[WatchMemoriesResponse]) error
	backup   func(*BackupRequest, grpc.ServerStreamingServer[BackupResponse]) error

	mutex sync.Mutex
	seen  []seenCall
}

func (f *fakeServer) Remember(_ context.Context, r *RememberRequest) (*RememberResponse, error) {
	return f.remember(r)
}

func (f *fakeServer) UpdateMemory(
	_ context.Context, r *UpdateMemoryRequest,
) (*UpdateMemoryResponse, error) {
	return f.update(r)
}

func (f *fakeServer) Forget(_ context.Context, r *ForgetRequest) (*ForgetResponse, error) {
	return f.forget(r)
}

func (f *fakeServer) Recall(ctx context.Context, r *RecallRequest) (*RecallResponse, error) {
	return f.recall(ctx, r)
}

func (f *fakeServer) ListMemories(
	_ context.Context, r *ListMemoriesRequest,
) (*ListMemoriesResponse, error) {
	return f.list(r)
}

func (f *fakeServer) ImportMemories(
	stream grpc.BidiStreamingServer[ImportMemoriesRequest, ImportMemoriesResponse],
) error {
	return f.imports(stream)
}

func (f *fakeServer) ExportMemories(
	r *ExportMemoriesRequest, stream grpc.ServerStreamingServer[ExportMemoriesResponse],
) error {
	return f.export(r, stream)
}

func (f *fakeServer) WatchMemories(
	r *WatchMemoriesRequest, stream grpc.ServerStreamingServer[WatchMemoriesResponse],
) error {
	return f.watch(r, stream)
}

func (f *fakeServer) Backup(
	r *BackupRequest, stream grpc.ServerStreamingServer[BackupResponse],
) error {
	return f.backup(r, stream)
}

func (f *fakeServer) keep(ctx context.Context, method string, request any) {
	call := seenCall{method: method}
	if message, ok := request.(proto.Message); ok {
		call.request = message
	}
	call.metadata, _ = metadata.FromIncomingContext(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		call.left = time.Until(deadline)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.seen = append(f.seen, call)
}

func (f *fakeServer) calls() []seenCall {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return append([]seenCall(nil), f.seen...)
}

func (f *fakeServer) serve(t *testing.T, listener net.Listener, options ...grpc.ServerOption) {
	t.Helper()
	server := grpc.NewServer(append(options,
		grpc.UnaryInterceptor(func(
			ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler,
		) (any, error) {
			f.keep(ctx, info.FullMethod, request)
			return handle(ctx, request)
		}),
		grpc.StreamInterceptor(func(
			service any, stream grpc.ServerStream, info *grpc.StreamServerInfo,
			handle grpc.StreamHandler,
		) error {
			f.keep(stream.Context(), info.FullMethod, nil)
			return handle(service, stream)
		}),
	)...)
	f.health = health.NewServer()
	grpc_health_v1.RegisterHealthServer(server, f.health)
	myosotisv1.RegisterMemoryServiceServer(server, f)
	myosotisv1.RegisterConversationServiceServer(server, f)
	myosotisv1.RegisterAdminServiceServer(server, f)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
}

// clientOf gives a client of the fake server, both of them gone when the test ends.
func clientOf(t *testing.T, fake *fakeServer, options ...Option) *Client {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	fake.serve(t, listener)
	dial := grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return listener.DialContext(ctx)
	})
	return newClient(t, "passthrough:///fake", append(options, WithDialOptions(dial))...)
}

func newClient(t *testing.T, address string, options ...Option) *Client {
	t.Helper()
	client, err := New(address, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	return ctx
}

func failure(code codes.Code, message string, details ...proto.Message) error {
	packed := make([]protoadapt.MessageV1, len(details))
	for i, detail := range details {
		packed[i] = protoadapt.MessageV1Of(detail)
	}
	made, err := status.New(code, message).WithDetails(packed...)
	if err != nil {
		panic(err)
	}
	return made.Err()
}

func because(reason string, metadata map[string]string) *errdetails.ErrorInfo {
	return &errdetails.ErrorInfo{Domain: errorDomain, Reason: reason, Metadata: metadata}
}
