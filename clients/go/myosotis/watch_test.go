package myosotis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

func told(revision uint64, action ChangeAction, id string) *WatchMemoriesResponse {
	return &WatchMemoriesResponse{
		Revision: revision, Change: &MemoryChange{Action: action, Memory: &Memory{MemoryId: id}},
	}
}

func TestAWatchGoesOnOverBreaksAndTellsNothingTwice(t *testing.T) {
	history := []*WatchMemoriesResponse{
		told(1, ActionCreated, "住处"),
		told(2, ActionCreated, "猫"), told(2, ActionSuperseded, "住处"), told(2, ActionCreated, "cello"),
		told(3, ActionForgotten, "猫"),
	}
	var streams atomic.Int32
	fake := &fakeServer{watch: func(
		request *WatchMemoriesRequest, stream grpc.ServerStreamingServer[WatchMemoriesResponse],
	) error {
		left := slices.DeleteFunc(slices.Clone(history), func(told *WatchMemoriesResponse) bool {
			return told.Revision <= request.AfterRevision
		})
		// The first stream breaks amid revision 2, the second is ended by the server behind it.
		ends := []error{
			status.Error(codes.Unavailable, "broken off"),
			nil,
			failure(codes.FailedPrecondition, "erased", because("REVISION_GONE", nil)),
		}
		stage := streams.Add(1)
		if stage < 3 {
			left = left[:3]
		}
		for _, told := range left {
			_ = stream.Send(told)
		}
		return ends[stage-1]
	}}
	var got []string
	var last error
	request := &WatchMemoriesRequest{UserId: "小雨"}
	for told, err := range clientOf(t, fake).WatchMemories(testContext(t), request) {
		if last = err; err == nil {
			got = append(got, fmt.Sprintf("%d %s", told.Revision, told.Change.Memory.MemoryId))
		}
	}
	wanted := []string{"1 住处", "2 猫", "2 住处", "2 cello", "3 猫"}
	if !slices.Equal(got, wanted) || !errors.Is(last, RevisionGone) || streams.Load() != 3 {
		t.Errorf("%q, %v, %d streams", got, last, streams.Load())
	}
	if request.AfterRevision != 0 {
		t.Error("the caller's request was changed")
	}
}

func TestAWatchEndsWithItsContext(t *testing.T) {
	fake := &fakeServer{watch: func(
		_ *WatchMemoriesRequest, stream grpc.ServerStreamingServer[WatchMemoriesResponse],
	) error {
		<-stream.Context().Done()
		return stream.Context().Err()
	}}
	ctx, cancel := context.WithTimeout(testContext(t), 50*time.Millisecond)
	defer cancel()
	count := 0
	for _, err := range clientOf(t, fake).WatchMemories(ctx, &WatchMemoriesRequest{}) {
		if count++; status.Code(err) != codes.DeadlineExceeded {
			t.Error(err)
		}
	}
	if count != 1 {
		t.Error(count)
	}
}

// clock is a time that the test moves.
type clock struct{ time time.Time }

func (c *clock) now() time.Time { return c.time }

func TestPatienceBeginsAnewWheneverTheServerIsHeard(t *testing.T) {
	clock := &clock{time.Unix(0, 0)}
	progress := newWatching(&WatchMemoriesRequest{}, time.Minute, clock.now)
	lost := newError(t.Context(), status.Error(codes.Unavailable, "gone"), nil)
	for range 3 {
		progress.nextRequest()
		clock.time = clock.time.Add(20 * time.Second)
		if _, err := progress.pause(lost); clock.time.Unix() < 60 && err != nil {
			t.Fatal(clock.time, err)
		} else if clock.time.Unix() >= 60 && err == nil {
			t.Fatal("patience has no end")
		}
	}
	progress.nextRequest()
	progress.isNews(told(1, ActionCreated, "猫"))
	if _, err := progress.pause(lost); err != nil {
		t.Error(err)
	}
}

func TestPausesGrowAndHeedTheServer(t *testing.T) {
	clock := &clock{time.Unix(0, 0)}
	progress := newWatching(&WatchMemoriesRequest{}, time.Hour, clock.now)
	lost := newError(t.Context(), status.Error(codes.Unavailable, "gone"), nil)
	for _, about := range []time.Duration{100, 200, 400, 800, 1600, 2000, 2000} {
		progress.nextRequest()
		pause, err := progress.pause(lost)
		about *= time.Millisecond
		if err != nil || pause < about*79/100 || pause > about*121/100 {
			t.Errorf("%v, not about %v: %v", pause, about, err)
		}
	}
	asked := newError(t.Context(), failure(codes.Unavailable, "stopping",
		&errdetails.RetryInfo{RetryDelay: durationpb.New(5 * time.Second)}), nil)
	if pause, err := progress.pause(asked); pause != 5*time.Second || err != nil {
		t.Error(pause, err)
	}
}
