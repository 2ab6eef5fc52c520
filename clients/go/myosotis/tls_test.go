package myosotis

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// authority signs certificates of a test, as PEM files.
type authority struct {
	t           *testing.T
	folder      string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t, folder: t.TempDir()}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, NotAfter: time.Now().Add(time.Hour),
	}
	a.certificate, a.key = template, newKey(t)
	a.file = a.sign("authority", template, a.key)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sign writes NAME.pem and NAME.key, and gives the former's path.
func (a *authority) sign(name string, template *x509.Certificate, key *ecdsa.PrivateKey) string {
	a.t.Helper()
	signed, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	path := filepath.Join(a.folder, name)
	for file, block := range map[string]*pem.Block{
		path + ".pem": {Type: "CERTIFICATE", Bytes: signed},
		path + ".key": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
	return path + ".pem"
}

// leaf gives the files of a certificate for myosotis.test.
func (a *authority) leaf(name string) (certificate, key string) {
	a.t.Helper()
	file := a.sign(name, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name},
		DNSNames: []string{"myosotis.test"}, NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, newKey(a.t))
	return file, filepath.Join(a.folder, name+".key")
}

// serveTLS gives the address of a server that wants certificates of the authority's clients.
func serveTLS(t *testing.T, a *authority) string {
	t.Helper()
	certificate, key := a.leaf("server")
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	trusted, err := TLSFiles{RootCAs: a.file}.Config()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fake := &fakeServer{remember: busy[RememberRequest](0, &RememberResponse{})}
	fake.serve(t, listener, grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{pair}, ClientCAs: trusted.RootCAs,
		ClientAuth: tls.RequireAndVerifyClientCert,
	})))
	return listener.Addr().String()
}

func TestMutualTLSWithAnAuthorityOfOnesOwn(t *testing.T) {
	ours, theirs := newAuthority(t), newAuthority(t)
	address := serveTLS(t, ours)
	certificate, key := ours.leaf("client")
	stranger, strangersKey := theirs.leaf("client")
	name := "myosotis.test"
	cases := []struct {
		name  string
		files TLSFiles
		works bool
	}{
		{"both certificates fit", TLSFiles{ours.file, certificate, key, name}, true},
		{"no client certificate", TLSFiles{RootCAs: ours.file, ServerName: name}, false},
		{"another authority's client", TLSFiles{ours.file, stranger, strangersKey, name}, false},
		{"another authority's server", TLSFiles{theirs.file, certificate, key, name}, false},
		{"another name", TLSFiles{ours.file, certificate, key, "example.com"}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config, err := c.files.Config()
			if err != nil {
				t.Fatal(err)
			}
			client := newClient(t, address, WithTLS(config))
			_, err = client.Remember(testContext(t), &RememberRequest{UserId: "小雨"})
			if (err == nil) != c.works {
				t.Error(err)
			}
		})
	}
}

func TestTLSFilesThatDoNotFitAreRefused(t *testing.T) {
	authority := newAuthority(t)
	certificate, key := authority.leaf("client")
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, files := range []TLSFiles{
		{Certificate: certificate},
		{Key: key},
		{Certificate: certificate, Key: filepath.Join(authority.folder, "authority.key")},
		{RootCAs: empty},
		{RootCAs: filepath.Join(t.TempDir(), "none.pem")},
	} {
		if _, err := files.Config(); err == nil {
			t.Errorf("%+v was taken", files)
		}
	}
}

func TestNoTLSConfigIsTLSWithTheSystemsAuthorities(t *testing.T) {
	client := newClient(t, serveTLS(t, newAuthority(t)), WithTLS(nil))
	if _, err := client.Remember(testContext(t), &RememberRequest{UserId: "小雨"}); err == nil {
		t.Error("a server that no known authority vouches for was trusted")
	}
}
