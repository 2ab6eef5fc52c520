package myosotis

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"
)

// readyPoll is how often WaitReady asks a server that is up but does not serve yet.
const readyPoll = 100 * time.Millisecond

// Client is a connection to one Myosotis server, made on first use. Any number of goroutines may
// share it. Close it.
type Client struct {
	conn          *grpc.ClientConn
	memory        myosotisv1.MemoryServiceClient
	conversation  myosotisv1.ConversationServiceClient
	graph         myosotisv1.GraphServiceClient
	admin         myosotisv1.AdminServiceClient
	watchPatience time.Duration
}

// New makes a client of the server at address: host:port or another gRPC target. It connects to
// nothing yet, so an error means that the address or an option is wrong.
func New(address string, options ...Option) (*Client, error) {
	settings := defaultSettings()
	for _, option := range options {
		option(&settings)
	}
	dialOptions, err := settings.dialOptions()
	if err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(address, dialOptions...)
	if err != nil {
		return nil, err
	}
	return &Client{
		conn:          conn,
		memory:        myosotisv1.NewMemoryServiceClient(conn),
		conversation:  myosotisv1.NewConversationServiceClient(conn),
		graph:         myosotisv1.NewGraphServiceClient(conn),
		admin:         myosotisv1.NewAdminServiceClient(conn),
		watchPatience: settings.watchPatience,
	}, nil
}

// Conn is the connection, for what the client does not offer: the generated stubs of package
// myosotisv1 on it have the client's retries, time-outs, API key and errors.
//
//	page, err := myosotisv1.NewMemoryServiceClient(client.Conn()).ListMemories(ctx, request)
func (c *Client) Conn() grpc.ClientConnInterface { return c.conn }

// Close closes the connection; calls under way fail with codes.Canceled.
func (c *Client) Close() error { return c.conn.Close() }

// WaitReady returns once the server answers and says that it serves. It fails when ctx ends, or
// when the server answers that it cannot be asked.
func (c *Client) WaitReady(ctx context.Context) error {
	health := grpc_health_v1.NewHealthClient(c.conn)
	for {
		answer, err := health.Check(
			ctx, &grpc_health_v1.HealthCheckRequest{}, grpc.WaitForReady(true),
		)
		if answer.GetStatus() == grpc_health_v1.HealthCheckResponse_SERVING {
			return nil
		}
		if err != nil && codeOf(err) != codes.Unavailable {
			return err
		}
		select {
		case <-ctx.Done():
			return contextError(ctx)
		case <-time.After(readyPoll):
		}
	}
}
