package myosotis

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// inPages lists the contents two by two; a page's token is the content that it begins with.
func inPages(contents ...string) func(*ListMemoriesRequest) (*ListMemoriesResponse, error) {
	return func(request *ListMemoriesRequest) (*ListMemoriesResponse, error) {
		from := max(0, slices.Index(contents, request.PageToken))
		page := contents[from:min(from+2, len(contents))]
		answer := &ListMemoriesResponse{}
		for _, content := range page {
			answer.Memories = append(answer.Memories, &Memory{Content: content})
		}
		if from+2 < len(contents) {
			answer.NextPageToken = contents[from+2]
		}
		return answer, nil
	}
}

func TestAListIsFetchedPageByPageAsTheLoopGoesOn(t *testing.T) {
	said := []string{"我住在成都", "I play the cello", "我对花生过敏", "My cat is called Mimi", "我怕黑"}
	fake := &fakeServer{list: inPages(said...)}
	client := clientOf(t, fake)
	request := &ListMemoriesRequest{UserId: "小雨", PageSize: 2}

	var got []string
	for memory, err := range client.ListMemories(testContext(t), request) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, memory.Content)
	}
	if !slices.Equal(got, said) || len(fake.calls()) != 3 {
		t.Errorf("%q in %d calls", got, len(fake.calls()))
	}
	if request.PageToken != "" {
		t.Error("the caller's request was changed")
	}
	for range client.ListMemories(testContext(t), request) {
		break
	}
	if len(fake.calls()) != 4 {
		t.Error("a page was fetched that nobody asked for")
	}
}

func TestAListThatFailsEndsWithTheError(t *testing.T) {
	first := inPages("一", "二", "三")
	fake := &fakeServer{list: func(r *ListMemoriesRequest) (*ListMemoriesResponse, error) {
		if r.PageToken != "" {
			return nil, failure(codes.InvalidArgument, "no", because("INVALID_FIELDS", nil))
		}
		return first(r)
	}}
	var items, failures int
	var last error
	for _, err := range clientOf(t, fake).ListMemories(testContext(t), &ListMemoriesRequest{}) {
		if last = err; err != nil {
			failures++
		} else {
			items++
		}
	}
	if items != 2 || failures != 1 || !errors.Is(last, InvalidFields) {
		t.Error(items, failures, last)
	}
}

func TestLeavingTheLoopCancelsTheStream(t *testing.T) {
	ended := make(chan struct{})
	fake := &fakeServer{export: func(
		_ *ExportMemoriesRequest, stream grpc.ServerStreamingServer[ExportMemoriesResponse],
	) error {
		defer close(ended)
		for stream.Context().Err() == nil {
			if err := stream.Send(&ExportMemoriesResponse{}); err != nil {
				return err
			}
		}
		return nil
	}}
	for _, err := range clientOf(t, fake).ExportMemories(testContext(t), &ExportMemoriesRequest{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	select {
	case <-ended:
	case <-testContext(t).Done():
		t.Error("the server goes on sending")
	}
}

func acknowledges(
	stream grpc.BidiStreamingServer[ImportMemoriesRequest, ImportMemoriesResponse],
) error {
	var sum ImportMemoriesResponse
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if request.UserId == "" {
			return failure(codes.InvalidArgument, "no", because("INVALID_FIELDS", nil))
		}
		sum.AcknowledgedCount++
		sum.CreatedCount += uint64(len(request.Memories))
		if err := stream.Send(&sum); err != nil {
			return err
		}
	}
}

func TestAnImportGoesInBatches(t *testing.T) {
	said := Statements("一", "二", "three", "four", "五")
	requests := Batches("小雨", slices.Values(said), 2)
	client := clientOf(t, &fakeServer{imports: acknowledges})
	var got []uint64
	for progress, err := range client.ImportMemories(testContext(t), requests) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, progress.AcknowledgedCount, progress.CreatedCount)
	}
	if !slices.Equal(got, []uint64{1, 2, 2, 4, 3, 5}) {
		t.Errorf("acknowledged and created: %v", got)
	}
}

func TestAnImportThatIsRefusedFails(t *testing.T) {
	endless := func(yield func(*NewMemory) bool) {
		for yield(&NewMemory{Content: "再来一次"}) {
		}
	}
	client := clientOf(t, &fakeServer{imports: acknowledges})
	var last error
	for _, err := range client.ImportMemories(testContext(t), Batches("", endless, 100)) {
		last = err
	}
	if !errors.Is(last, InvalidFields) {
		t.Error(last)
	}
}

func TestAnImportTellsWhyItsSourceFailed(t *testing.T) {
	torn := errors.New("the file is torn")
	ctx, cancel := context.WithCancelCause(testContext(t))
	source := func(yield func(*NewMemory) bool) {
		yield(&NewMemory{Content: "第一行"})
		cancel(torn)
	}
	client := clientOf(t, &fakeServer{imports: acknowledges})
	var last error
	for _, err := range client.ImportMemories(ctx, Batches("小雨", source, 1)) {
		last = err
	}
	if !errors.Is(last, torn) || status.Code(last) != codes.Canceled {
		t.Error(last)
	}
}

func TestABackupIsWrittenWholeOrFails(t *testing.T) {
	var broken error
	fake := &fakeServer{backup: func(
		_ *BackupRequest, stream grpc.ServerStreamingServer[BackupResponse],
	) error {
		for _, chunk := range []string{"header", "副本", "digest"} {
			if err := stream.Send(&BackupResponse{Chunk: []byte(chunk)}); err != nil {
				return err
			}
		}
		return broken
	}}
	client := clientOf(t, fake)
	var file bytes.Buffer
	size, err := client.Backup(testContext(t), &file, &BackupRequest{})
	if err != nil || file.String() != "header副本digest" || size != int64(file.Len()) {
		t.Error(size, err, file.String())
	}
	broken = failure(codes.Unavailable, "stopping", because("DRAINING", nil))
	if _, err := client.Backup(testContext(t), io.Discard, &BackupRequest{}); !errors.Is(err, Draining) {
		t.Error(err)
	}
}
