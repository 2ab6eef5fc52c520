package myosotis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	errorDomain  = "myosotis"
	requestIDKey = "x-request-id"
)

// What to try, where gRPC's own words do not say so.
const (
	unreached = "is a server running at the client's address (host:port, without http://), " +
		"and does it use TLS if, and only if, the client does?"
	tooLate = "no answer within the time-out; the context's deadline or WithTimeout sets another"
)

// Error is a call that failed: what every method returns, possibly wrapped. Ask what went wrong by
// reason, and for the rest use errors.As (or errors.AsType); status.Code works on it too.
//
//	if errors.Is(err, myosotis.EtagMismatch) {
//		// read again, then retry
//	}
//	var failure *myosotis.Error
//	if errors.As(err, &failure) && failure.RetryAfter > 0 {
//		time.Sleep(failure.RetryAfter)
//	}
//
// It also is context.DeadlineExceeded where time ran out, and where the caller's context ended the
// call it is that context's error and cause.
type Error struct {
	Code codes.Code
	// Empty if the server gave none, as when it was never reached.
	Reason  Reason
	Message string
	// What varies in the message, as the contract's ErrorReason tells.
	Metadata map[string]string
	// Every field that is wrong, for codes.InvalidArgument.
	Violations []Violation
	// The quotas that are used up, by their subject.
	QuotaViolations []Violation
	// What the error is about; nil if the server named nothing.
	Resource *Resource
	// How long to wait before trying again; 0 if the server named no time.
	RetryAfter time.Duration
	// The server's name for the call, for its operator.
	RequestID string

	status *status.Status
	causes []error
}

// Violation is a field's path (or, for a quota, its subject) and what is wrong with it.
type Violation struct {
	Field       string
	Description string
}

// Resource is what a call could not reach.
type Resource struct {
	Type        string
	Name        string
	Owner       string
	Description string
}

// Error holds no content: the code, the reason, the message, the server's name for the call, a line
// for each violation, and what to try where the server was not reached or time ran out.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString("myosotis: " + e.Code.String())
	if e.Reason != "" {
		text.WriteString(" " + string(e.Reason))
	}
	text.WriteString(": " + e.Message)
	if e.RequestID != "" {
		fmt.Fprintf(&text, " (request %s)", e.RequestID)
	}
	for _, violations := range [][]Violation{e.Violations, e.QuotaViolations} {
		for _, wrong := range violations {
			fmt.Fprintf(&text, "\n  %s: %s", wrong.Field, wrong.Description)
		}
	}
	if advice := e.advice(); advice != "" {
		text.WriteString("\n  " + advice)
	}
	return text.String()
}

// advice is what to try after a failure that is gRPC's own, not the server's; empty for others.
func (e *Error) advice() string {
	switch {
	case e.Reason != "" || e.RequestID != "":
		return ""
	case e.Code == codes.Unavailable:
		return unreached
	case e.Code == codes.DeadlineExceeded:
		return tooLate
	default:
		return ""
	}
}

// GRPCStatus is the status as it came, for package status.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Unwrap gives the Reason, if there is one, and why the caller's context ended, if it did.
func (e *Error) Unwrap() []error {
	var inner []error
	if e.Reason != "" {
		inner = append(inner, e.Reason)
	}
	return append(inner, e.causes...)
}

// newError is nil for nil. Details that it cannot read are left; the status still stands.
func newError(ctx context.Context, err error, trailer metadata.MD) error {
	if err == nil {
		return nil
	}
	came := status.Convert(err)
	failure := &Error{Code: came.Code(), Message: came.Message(), status: came}
	if values := trailer.Get(requestIDKey); len(values) > 0 {
		failure.RequestID = values[0]
	}
	for _, detail := range came.Details() {
		failure.read(detail)
	}
	failure.causes = endOf(ctx, failure.Code)
	return failure
}

// endOf tells why a call with that code ended by its context; nil if it did not. Time may run out on
// gRPC's clock a moment before it does on the context's.
func endOf(ctx context.Context, code codes.Code) []error {
	switch {
	case code != codes.Canceled && code != codes.DeadlineExceeded:
		return nil
	case ctx.Err() != nil:
		return []error{ctx.Err(), context.Cause(ctx)}
	case code == codes.DeadlineExceeded:
		return []error{context.DeadlineExceeded}
	default:
		return nil
	}
}

func contextError(ctx context.Context) error {
	return newError(ctx, status.FromContextError(ctx.Err()).Err(), nil)
}

func (e *Error) read(detail any) {
	switch detail := detail.(type) {
	case *errdetails.ErrorInfo:
		if detail.GetDomain() == errorDomain {
			e.Reason, e.Metadata = Reason(detail.GetReason()), detail.GetMetadata()
		}
	case *errdetails.BadRequest:
		for _, wrong := range detail.GetFieldViolations() {
			e.Violations = append(e.Violations, Violation{wrong.GetField(), wrong.GetDescription()})
		}
	case *errdetails.QuotaFailure:
		for _, wrong := range detail.GetViolations() {
			e.QuotaViolations = append(
				e.QuotaViolations, Violation{wrong.GetSubject(), wrong.GetDescription()},
			)
		}
	case *errdetails.ResourceInfo:
		e.Resource = &Resource{
			Type: detail.GetResourceType(), Name: detail.GetResourceName(),
			Owner: detail.GetOwner(), Description: detail.GetDescription(),
		}
	case *errdetails.RetryInfo:
		e.RetryAfter = detail.GetRetryDelay().AsDuration()
	}
}

func codeOf(err error) codes.Code { return status.Code(err) }

func retryAfter(err error) time.Duration {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure.RetryAfter
	}
	return 0
}
