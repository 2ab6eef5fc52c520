package myosotis

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

const (
	// Those of the service config, which gRPC does not apply to a stream once it has begun.
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	// gRPC gives up connecting after 20 s, so that whatever took longer had a connection.
	surelyConnected = 30 * time.Second
)

// WatchMemories goes through the changes of a user's memories as they happen, without end, oldest
// first. It starts behind AfterRevision: 0 is the user's beginning; the revision that a recall or a
// write gave is that moment. While the server is unavailable it is asked again, and nothing is
// missed or comes twice; it fails after WithWatchPatience of that, and when ctx ends. To resume in
// another process, give the last revision that was dealt with whole: one less than that of the last
// change, of which there may have been more. RevisionGone means that too much happened since, or
// that the user was erased: list the memories anew.
func (c *Client) WatchMemories(
	ctx context.Context, request *WatchMemoriesRequest, options ...grpc.CallOption,
) iter.Seq2[*WatchMemoriesResponse, error] {
	return func(yield func(*WatchMemoriesResponse, error) bool) {
		progress := newWatching(request, c.watchPatience, time.Now)
		for {
			var failure error
			for told, err := range streamed(
				ctx, progress.nextRequest(), c.conversation.WatchMemories, options,
			) {
				if failure = err; err == nil && progress.isNews(told) && !yield(told, nil) {
					return
				}
			}
			pause, err := progress.pause(failure)
			if err != nil {
				yield(nil, err)
				return
			}
			select {
			case <-ctx.Done():
				yield(nil, contextError(ctx))
				return
			case <-time.After(pause):
			}
		}
	}
}

// watching is the state of one watch. Ask for the nextRequest, then whether each of its answers
// isNews; when the stream has ended, wait for the pause and ask anew.
type watching struct {
	request   *WatchMemoriesRequest
	patience  time.Duration
	now       func() time.Time
	nextPause time.Duration
	began     time.Time
	lostSince time.Time
	isHeard   bool
	// That whose changes came last; there may be more of it.
	revision uint64
	// What came of it, and what of that will come again.
	told     map[toldChange]int
	repeated map[toldChange]int
}

type toldChange struct {
	action   ChangeAction
	memoryID string
}

func newWatching(
	request *WatchMemoriesRequest, patience time.Duration, now func() time.Time,
) *watching {
	return &watching{
		request:   proto.CloneOf(request),
		patience:  patience,
		now:       now,
		nextPause: firstPause,
		lostSince: now(),
		revision:  request.GetAfterRevision() + 1,
		told:      map[toldChange]int{},
	}
}

// nextRequest is that of the stream that goes on from here.
func (w *watching) nextRequest() *WatchMemoriesRequest {
	w.began, w.isHeard = w.now(), false
	w.repeated = make(map[toldChange]int, len(w.told))
	for what, times := range w.told {
		w.repeated[what] = times
	}
	w.request.AfterRevision = w.revision - 1
	return w.request
}

// isNews tells whether the change is a new one, rather than one that came before the stream broke.
func (w *watching) isNews(answer *WatchMemoriesResponse) bool {
	w.isHeard = true
	if answer.GetRevision() != w.revision {
		w.revision = answer.GetRevision()
		clear(w.told)
		clear(w.repeated)
	}
	what := toldChange{
		answer.GetChange().GetAction(), answer.GetChange().GetMemory().GetMemoryId(),
	}
	if w.repeated[what] > 0 {
		w.repeated[what]--
		return false
	}
	w.told[what]++
	return true
}

// pause is how long to wait after a stream that failed or, if nil, was ended by the server. It gives
// the failure back when that is not one to wait out, or when there is no patience left.
func (w *watching) pause(failure error) (time.Duration, error) {
	if failure == nil {
		failure = newError(
			context.Background(), status.Error(codes.Unavailable, "the server ended the watch"), nil,
		)
	}
	if codeOf(failure) != codes.Unavailable {
		return 0, failure
	}
	now := w.now()
	if w.isHeard || now.Sub(w.began) > surelyConnected {
		w.nextPause, w.lostSince = firstPause, now
	}
	pause := time.Duration(float64(w.nextPause) * (0.8 + 0.4*rand.Float64()))
	pause = max(pause, retryAfter(failure))
	w.nextPause = min(2*w.nextPause, longestPause)
	if now.Add(pause).Sub(w.lostSince) > w.patience {
		return 0, failure
	}
	return pause, nil
}
