package myosotis

import (
	"crypto/tls"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

const (
	// A page of 1,000 memories of 8,192 bytes is more than the 4 MiB that gRPC accepts by default.
	maxReceivedBytes = 32 << 20
	// A watch may hear nothing for days: without probes it would not notice a dead connection.
	keepaliveTime = time.Minute

	firstReconnect   = 200 * time.Millisecond
	longestReconnect = time.Second
	connectTimeout   = 20 * time.Second

	defaultWatchPatience = time.Minute
)

// Option changes what New makes.
type Option func(*settings)

type settings struct {
	tls           *tls.Config
	apiKey        string
	timeout       time.Duration
	watchPatience time.Duration
	dial          []grpc.DialOption
}

func defaultSettings() settings { return settings{watchPatience: defaultWatchPatience} }

// WithTLS encrypts the connection; without it nothing is. An empty config, or nil, trusts the
// system's authorities; see TLSFiles for one's own and for mutual TLS.
func WithTLS(config *tls.Config) Option {
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return func(s *settings) { s.tls = config }
}

// WithAPIKey sends the key with every call, as it is: use TLS unless the network is trusted.
func WithAPIKey(key string) Option {
	return func(s *settings) { s.apiKey = key }
}

// WithTimeout holds for every call that is not a stream and whose context has no deadline, in place
// of the service config's time-outs (mostly 10 s).
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithWatchPatience says how long WatchMemories goes on without a server before it fails: a minute
// unless given.
func WithWatchPatience(patience time.Duration) Option {
	return func(s *settings) { s.watchPatience = patience }
}

// WithDialOptions adds options of gRPC's own, such as interceptors or a stats handler. They come
// last and win over the client's.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

func (s *settings) dialOptions() ([]grpc.DialOption, error) {
	config, err := loadServiceConfig()
	if err != nil {
		return nil, err
	}
	security := insecure.NewCredentials()
	if s.tls != nil {
		security = credentials.NewTLS(s.tls)
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(security),
		grpc.WithDefaultServiceConfig(config.channelJSON),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxReceivedBytes)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: keepaliveTime}),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: firstReconnect, Multiplier: 1.6, Jitter: 0.2, MaxDelay: longestReconnect,
			},
			MinConnectTimeout: connectTimeout,
		}),
		grpc.WithChainUnaryInterceptor(
			typedErrors, defaultTimeouts(config.timeouts, s.timeout), idempotencyKeys,
		),
		grpc.WithChainStreamInterceptor(typedStreamErrors),
	}
	if s.apiKey != "" {
		if !isHeaderValue(s.apiKey) {
			return nil, errors.New("myosotis: the API key has characters that no key has")
		}
		options = append(options, grpc.WithPerRPCCredentials(bearer(s.apiKey)))
	}
	return append(options, s.dial...), nil
}
