package myosotis

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

func recallFails(err error) *fakeServer {
	return &fakeServer{recall: func(ctx context.Context, _ *RecallRequest) (*RecallResponse, error) {
		_ = grpc.SetTrailer(ctx, metadata.Pairs(requestIDKey, "call-7"))
		return nil, err
	}}
}

func recallError(t *testing.T, err error) *Error {
	t.Helper()
	_, got := clientOf(t, recallFails(err)).Recall(testContext(t), &RecallRequest{UserId: "小雨"})
	var typed *Error
	if !errors.As(got, &typed) {
		t.Fatalf("no *Error: %v", got)
	}
	return typed
}

func TestAnErrorHasEveryViolation(t *testing.T) {
	got := recallError(t, failure(codes.InvalidArgument, "2 fields are invalid",
		because("INVALID_FIELDS", map[string]string{"count": "2"}),
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "user_id", Description: "must not be empty"},
			{Field: "limit", Description: "must be 1 to 100"},
		}},
	))
	wanted := []Violation{{"user_id", "must not be empty"}, {"limit", "must be 1 to 100"}}
	if !reflect.DeepEqual(got.Violations, wanted) {
		t.Errorf("violations: %v", got.Violations)
	}
	if got.Code != codes.InvalidArgument || got.Metadata["count"] != "2" || got.RequestID != "call-7" {
		t.Errorf("%+v", got)
	}
	if !errors.Is(got, InvalidFields) || errors.Is(got, MemoryNotFound) {
		t.Error("its reason is not found by errors.Is")
	}
	text := "myosotis: InvalidArgument INVALID_FIELDS: 2 fields are invalid (request call-7)\n" +
		"  user_id: must not be empty\n  limit: must be 1 to 100"
	if got.Error() != text {
		t.Errorf("text: %s", got.Error())
	}
}

func TestAnErrorHasQuotaResourceAndWhenToTryAgain(t *testing.T) {
	got := recallError(t, failure(codes.ResourceExhausted, "用完了",
		because("QUOTA_EXCEEDED", map[string]string{"limit": "1000"}),
		&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{
			{Subject: "memories", Description: "at most 1000"},
		}},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(1500 * time.Millisecond)},
		&errdetails.ResourceInfo{ResourceType: "user", ResourceName: "u", Description: "full"},
	))
	if !reflect.DeepEqual(got.QuotaViolations, []Violation{{"memories", "at most 1000"}}) ||
		len(got.Violations) != 0 {
		t.Errorf("%+v", got)
	}
	if got.RetryAfter != 1500*time.Millisecond || got.Message != "用完了" {
		t.Errorf("%+v", got)
	}
	if *got.Resource != (Resource{Type: "user", Name: "u", Description: "full"}) {
		t.Errorf("%+v", got.Resource)
	}
}

func TestAReasonOfAnotherDomainIsNotOurs(t *testing.T) {
	got := recallError(t, failure(codes.PermissionDenied, "no",
		&errdetails.ErrorInfo{Domain: "example.com", Reason: "SCOPE_MISSING"}))
	if got.Reason != "" || errors.Is(got, ScopeMissing) {
		t.Errorf("%+v", got)
	}
	if status.Code(got) != codes.PermissionDenied {
		t.Error("package status does not read it")
	}
}

func TestAReasonThatTheClientDoesNotKnowStays(t *testing.T) {
	got := recallError(t, failure(codes.FailedPrecondition, "new", because("FROM_THE_FUTURE", nil)))
	if !errors.Is(got, Reason("FROM_THE_FUTURE")) {
		t.Errorf("%+v", got)
	}
}

func TestAnEndedContextIsFoundInTheError(t *testing.T) {
	hangs := &fakeServer{recall: func(ctx context.Context, _ *RecallRequest) (*RecallResponse, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	client := clientOf(t, hangs)

	closed := errors.New("the user closed the page")
	ctx, cancel := context.WithCancelCause(testContext(t))
	time.AfterFunc(20*time.Millisecond, func() { cancel(closed) })
	_, err := client.Recall(ctx, &RecallRequest{UserId: "Rain"})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, closed) ||
		status.Code(err) != codes.Canceled {
		t.Errorf("cancelled: %v", err)
	}

	brief, cancelBrief := context.WithTimeout(testContext(t), 20*time.Millisecond)
	defer cancelBrief()
	_, err = client.Recall(brief, &RecallRequest{UserId: "Rain"})
	if !errors.Is(err, context.DeadlineExceeded) || status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("too late: %v", err)
	}
}

func TestAStreamFailsWithATypedError(t *testing.T) {
	fake := &fakeServer{export: func(
		_ *ExportMemoriesRequest, stream grpc.ServerStreamingServer[ExportMemoriesResponse],
	) error {
		stream.SetTrailer(metadata.Pairs(requestIDKey, "call-8"))
		_ = stream.Send(&ExportMemoriesResponse{Memories: []*Memory{{Content: "我住在成都"}}})
		return failure(codes.DataLoss, "a record is damaged", because("RECORD_CORRUPT", nil))
	}}
	var batches int
	var last error
	request := &ExportMemoriesRequest{UserId: "小雨"}
	for batch, err := range clientOf(t, fake).ExportMemories(testContext(t), request) {
		if last = err; err == nil {
			batches += len(batch.Memories)
		}
	}
	typed, ok := errors.AsType[*Error](last)
	if batches != 1 || !ok || !errors.Is(last, RecordCorrupt) || typed.RequestID != "call-8" {
		t.Errorf("%d, %v", batches, last)
	}
}

func TestAServerThatIsNotThereIsUnavailable(t *testing.T) {
	client := newClient(t, "127.0.0.1:1")
	_, err := client.Recall(testContext(t), &RecallRequest{UserId: "小雨"})
	if code := status.Code(err); code != codes.Unavailable || !strings.Contains(err.Error(), "Unavailable") {
		t.Error(err)
	}
}

func TestWhatGRPCItselfFailedWithSaysWhatToTry(t *testing.T) {
	for code, advice := range map[codes.Code]string{
		codes.Unavailable: unreached, codes.DeadlineExceeded: tooLate,
	} {
		own := &Error{Code: code, Message: "no"}
		if !strings.HasSuffix(own.Error(), "no\n  "+advice) {
			t.Error(own)
		}
		if answered := (&Error{Code: code, RequestID: "call-7"}).Error(); strings.Contains(answered, advice) {
			t.Error(answered)
		}
	}
}
