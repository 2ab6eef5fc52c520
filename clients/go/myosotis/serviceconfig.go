package myosotis

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"
)

// A copy of clients/service_config.json, which holds for the clients of all languages: Go embeds
// no file from outside a module. tools/generate_go_stubs.py makes it and checks it for drift.
//
//go:embed service_config.json
var serviceConfigJSON []byte

// serviceConfig keeps time-outs apart from the rest: gRPC takes the shorter of its service config's
// and the caller's, so that a caller could otherwise never ask for more time.
type serviceConfig struct {
	channelJSON string
	// By full method, such as /myosotis.v1.MemoryService/Recall.
	timeouts map[string]time.Duration
}

var loadServiceConfig = sync.OnceValues(func() (serviceConfig, error) {
	return parseServiceConfig(serviceConfigJSON)
})

func parseServiceConfig(text []byte) (serviceConfig, error) {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return serviceConfig{}, fmt.Errorf("myosotis: service config: %w", err)
	}
	var methods []map[string]json.RawMessage
	if err := json.Unmarshal(whole["methodConfig"], &methods); err != nil {
		return serviceConfig{}, fmt.Errorf("myosotis: service config: %w", err)
	}
	timeouts := map[string]time.Duration{}
	for _, method := range methods {
		if err := moveTimeout(method, timeouts); err != nil {
			return serviceConfig{}, fmt.Errorf("myosotis: service config: %w", err)
		}
	}
	var err error
	if whole["methodConfig"], err = json.Marshal(methods); err != nil {
		return serviceConfig{}, err
	}
	channelJSON, err := json.Marshal(whole)
	return serviceConfig{string(channelJSON), timeouts}, err
}

func moveTimeout(method map[string]json.RawMessage, timeouts map[string]time.Duration) error {
	if _, ok := method["timeout"]; !ok {
		return nil
	}
	var names []struct{ Service, Method string }
	var given string
	if err := json.Unmarshal(method["name"], &names); err != nil {
		return err
	}
	if err := json.Unmarshal(method["timeout"], &given); err != nil {
		return err
	}
	timeout, err := time.ParseDuration(given)
	if err != nil || !strings.HasSuffix(given, "s") {
		return fmt.Errorf("%q is no duration in seconds", given)
	}
	for _, name := range names {
		timeouts["/"+name.Service+"/"+name.Method] = timeout
	}
	delete(method, "timeout")
	return nil
}
