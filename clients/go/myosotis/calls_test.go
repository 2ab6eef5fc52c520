package myosotis

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// busy fails with UNAVAILABLE so many times first.
func busy[Request, Answer any](times int32, answer *Answer) func(*Request) (*Answer, error) {
	var left atomic.Int32
	left.Store(times)
	return func(*Request) (*Answer, error) {
		if left.Add(-1) >= 0 {
			return nil, status.Error(codes.Unavailable, "忙")
		}
		return answer, nil
	}
}

func TestARetriedWriteHasOneRequestID(t *testing.T) {
	fake := &fakeServer{remember: busy[RememberRequest](2, &RememberResponse{Revision: 7})}
	request := &RememberRequest{UserId: "小雨", Memories: Statements("我住在成都")}
	answer, err := clientOf(t, fake).Remember(testContext(t), request)
	if err != nil || answer.Revision != 7 {
		t.Fatal(answer, err)
	}
	var ids []string
	for _, call := range fake.calls() {
		ids = append(ids, call.request.(*RememberRequest).RequestId)
	}
	if len(ids) != 3 || ids[0] != ids[1] || ids[1] != ids[2] {
		t.Errorf("request ids: %q", ids)
	}
	if uuid.Validate(ids[0]) != nil {
		t.Errorf("no UUID: %q", ids[0])
	}
	if request.RequestId != "" {
		t.Error("the caller's request was changed")
	}
}

func TestTheSameRequestSentTwiceIsTwoWrites(t *testing.T) {
	fake := &fakeServer{forget: busy[ForgetRequest](0, &ForgetResponse{})}
	client := clientOf(t, fake)
	request := &ForgetRequest{UserId: "Rain", Target: Everything()}
	for range 2 {
		if _, err := client.Forget(testContext(t), request); err != nil {
			t.Fatal(err)
		}
	}
	calls := fake.calls()
	first := calls[0].request.(*ForgetRequest).RequestId
	if second := calls[1].request.(*ForgetRequest).RequestId; first == second || second == "" {
		t.Errorf("request ids: %q, %q", first, second)
	}
}

func TestACallersRequestIDIsKept(t *testing.T) {
	fake := &fakeServer{remember: busy[RememberRequest](0, &RememberResponse{})}
	given := uuid.NewString()
	request := &RememberRequest{UserId: "小雨", RequestId: given}
	if _, err := clientOf(t, fake).Remember(testContext(t), request); err != nil {
		t.Fatal(err)
	}
	if got := fake.calls()[0].request.(*RememberRequest).RequestId; got != given {
		t.Errorf("%q, not %q", got, given)
	}
}

func TestWhatCannotBeRepeatedSafelyIsNotRetried(t *testing.T) {
	fake := &fakeServer{update: busy[UpdateMemoryRequest](1, &UpdateMemoryResponse{})}
	_, err := clientOf(t, fake).UpdateMemory(testContext(t), &UpdateMemoryRequest{
		Memory: &Memory{UserId: "小雨", Content: "我住在杭州"}, UpdateMask: Fields("content"),
	})
	if status.Code(err) != codes.Unavailable || len(fake.calls()) != 1 {
		t.Error(err, len(fake.calls()))
	}
}

func TestFourTriesAreAll(t *testing.T) {
	fake := &fakeServer{remember: busy[RememberRequest](9, &RememberResponse{})}
	_, err := clientOf(t, fake).Remember(testContext(t), &RememberRequest{UserId: "Rain"})
	if status.Code(err) != codes.Unavailable || len(fake.calls()) != 4 {
		t.Error(err, len(fake.calls()))
	}
}

func TestTimeOuts(t *testing.T) {
	recall := func(ctx context.Context, client *Client) error {
		_, err := client.Recall(ctx, &RecallRequest{UserId: "小雨"})
		return err
	}
	forget := func(ctx context.Context, client *Client) error {
		_, err := client.Forget(ctx, &ForgetRequest{UserId: "小雨", Target: Everything()})
		return err
	}
	export := func(ctx context.Context, client *Client) error {
		for _, err := range client.ExportMemories(ctx, &ExportMemoriesRequest{UserId: "小雨"}) {
			return err
		}
		return nil
	}
	cases := []struct {
		name    string
		call    func(context.Context, *Client) error
		context time.Duration
		options []Option
		wanted  time.Duration
	}{
		{"the service config's", recall, 0, nil, 10 * time.Second},
		{"each method's own", forget, 0, nil, 30 * time.Second},
		{"a shorter deadline", recall, 3 * time.Second, nil, 3 * time.Second},
		{"a longer deadline", recall, time.Hour, nil, time.Hour},
		{"the client's", forget, 0, []Option{WithTimeout(5 * time.Second)}, 5 * time.Second},
		{"a deadline before the client's", recall, time.Hour, []Option{WithTimeout(1)}, time.Hour},
		{"a stream has none", export, 0, []Option{WithTimeout(5 * time.Second)}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			fake := &fakeServer{
				recall: func(context.Context, *RecallRequest) (*RecallResponse, error) {
					return &RecallResponse{}, nil
				},
				forget: busy[ForgetRequest](0, &ForgetResponse{}),
				export: func(
					*ExportMemoriesRequest, grpc.ServerStreamingServer[ExportMemoriesResponse],
				) error {
					return nil
				},
			}
			ctx := t.Context()
			if c.context > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, c.context)
				defer cancel()
			}
			if err := c.call(ctx, clientOf(t, fake, c.options...)); err != nil {
				t.Fatal(err)
			}
			left := fake.calls()[0].left
			if left > c.wanted || left < c.wanted-2*time.Second {
				t.Errorf("%v, not %v", left, c.wanted)
			}
		})
	}
}

func TestTheAPIKeyGoesWithCallsAndStreams(t *testing.T) {
	fake := &fakeServer{
		remember: busy[RememberRequest](0, &RememberResponse{}),
		export: func(
			*ExportMemoriesRequest, grpc.ServerStreamingServer[ExportMemoriesResponse],
		) error {
			return nil
		},
	}
	client := clientOf(t, fake, WithAPIKey("myo_secret"))
	if _, err := client.Remember(testContext(t), &RememberRequest{UserId: "小雨"}); err != nil {
		t.Fatal(err)
	}
	for _, err := range client.ExportMemories(testContext(t), &ExportMemoriesRequest{}) {
		t.Fatal(err)
	}
	calls := fake.calls()
	if len(calls) != 2 {
		t.Fatal(len(calls))
	}
	for _, call := range calls {
		if got := call.metadata.Get("authorization"); len(got) != 1 || got[0] != "Bearer myo_secret" {
			t.Errorf("%s: %q", call.method, got)
		}
	}
}

func TestAKeyThatNoHeaderCanHoldIsRefusedAndNotTold(t *testing.T) {
	for _, key := range []string{"myo_秘密", "myo_secret\n", "myo secret"} {
		_, err := New("127.0.0.1:50051", WithAPIKey(key))
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "秘密") {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestWaitReadyWaitsUntilTheServerServes(t *testing.T) {
	fake := &fakeServer{}
	client := clientOf(t, fake)
	fake.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_NOT_SERVING)
	brief, cancel := context.WithTimeout(testContext(t), 150*time.Millisecond)
	defer cancel()
	if err := client.WaitReady(brief); status.Code(err) != codes.DeadlineExceeded {
		t.Error(err)
	}
	time.AfterFunc(50*time.Millisecond, func() {
		fake.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_SERVING)
	})
	if err := client.WaitReady(testContext(t)); err != nil {
		t.Error(err)
	}
}
