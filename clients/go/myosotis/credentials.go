package myosotis

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// TLSFiles names PEM files. Without RootCAs the system's authorities are trusted. Certificate (the
// chain, leaf first) and Key go together and identify the client (mutual TLS). ServerName is
// expected in the server's certificate where the address is another.
type TLSFiles struct {
	RootCAs     string
	Certificate string
	Key         string
	ServerName  string
}

// Config reads the files, for WithTLS. It fails if one cannot be read or holds nothing that fits,
// and if only one of Certificate and Key is named.
func (f TLSFiles) Config() (*tls.Config, error) {
	config := &tls.Config{ServerName: f.ServerName, MinVersion: tls.VersionTLS12}
	if f.RootCAs != "" {
		pem, err := os.ReadFile(f.RootCAs)
		if err != nil {
			return nil, fmt.Errorf("myosotis: root authorities: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("myosotis: %s holds no certificate", f.RootCAs)
		}
	}
	if (f.Certificate == "") != (f.Key == "") {
		return nil, errors.New("myosotis: Certificate and Key must be given together")
	}
	if f.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
		if err != nil {
			return nil, fmt.Errorf("myosotis: client certificate: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// bearer is an API key as gRPC's credentials.PerRPCCredentials.
type bearer string

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(b)}, nil
}

// RequireTransportSecurity lets a key go over plain text, for servers on loopback and those behind
// a proxy or mesh that ends TLS.
func (b bearer) RequireTransportSecurity() bool { return false }

// isHeaderValue tells whether gRPC can send the value as metadata: visible ASCII.
func isHeaderValue(value string) bool {
	for i := range len(value) {
		if value[i] <= ' ' || value[i] > '~' {
			return false
		}
	}
	return true
}
