package myosotis

import (
	"context"
	"iter"

	"google.golang.org/grpc"
)

// Remember remembers 1 to 100 statements: all of them or, after an error, none. A repetition
// reinforces what is known and a contradiction supersedes it; the changes tell. Fails with
// InvalidFields, RequestIDReused, QuotaExceeded, StoreFull.
func (c *Client) Remember(
	ctx context.Context, request *RememberRequest, options ...grpc.CallOption,
) (*RememberResponse, error) {
	return c.memory.Remember(ctx, request, options...)
}

// Recall recalls the memories that matter most for the query, best first. A user who is not known
// has none, which is no error. Fails with InvalidFields, Overloaded.
func (c *Client) Recall(
	ctx context.Context, request *RecallRequest, options ...grpc.CallOption,
) (*RecallResponse, error) {
	return c.memory.Recall(ctx, request, options...)
}

// Forget forgets memories by IDs, Matching a filter, Described in the user's words, or Everything.
// What is forgotten is gone from every later answer when the call returns. Fails with InvalidFields,
// MemoryNotFound.
//
//	client.Forget(ctx, &myosotis.ForgetRequest{UserId: "小雨", Target: myosotis.Everything()})
func (c *Client) Forget(
	ctx context.Context, request *ForgetRequest, options ...grpc.CallOption,
) (*ForgetResponse, error) {
	return c.memory.Forget(ctx, request, options...)
}

// GetMemory gets one memory. Fails with MemoryNotFound.
func (c *Client) GetMemory(
	ctx context.Context, request *GetMemoryRequest, options ...grpc.CallOption,
) (*Memory, error) {
	answer, err := c.memory.GetMemory(ctx, request, options...)
	return answer.GetMemory(), err
}

// ListMemories goes through a user's memories, fetched PageSize at a time as needed. A user who is
// not known has none, which is no error.
//
//	for memory, err := range client.ListMemories(ctx, &myosotis.ListMemoriesRequest{UserId: "小雨"}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(memory.Content)
//	}
func (c *Client) ListMemories(
	ctx context.Context, request *ListMemoriesRequest, options ...grpc.CallOption,
) iter.Seq2[*Memory, error] {
	return pages(ctx, request, c.memory.ListMemories, (*ListMemoriesResponse).GetMemories, options)
}

// UpdateMemory changes the Fields named in the mask, and no others; with an etag, only if the memory
// is still the one that carried it. Not retried, since a repeat could undo another's change. Fails
// with EtagMismatch, MemoryNotFound, InvalidFields.
func (c *Client) UpdateMemory(
	ctx context.Context, request *UpdateMemoryRequest, options ...grpc.CallOption,
) (*UpdateMemoryResponse, error) {
	return c.memory.UpdateMemory(ctx, request, options...)
}

// ListMemoryRevisions goes through every state that a memory has had, newest first. Fails with
// MemoryNotFound.
func (c *Client) ListMemoryRevisions(
	ctx context.Context, request *ListMemoryRevisionsRequest, options ...grpc.CallOption,
) iter.Seq2[*MemoryChange, error] {
	return pages(
		ctx, request, c.memory.ListMemoryRevisions,
		(*ListMemoryRevisionsResponse).GetRevisions, options,
	)
}

// ImportMemories loads many memories, batch by batch (see Batches), and gives the acknowledgements;
// loop over them to make it go on. After a break, the first AcknowledgedCount of the requests are on
// disk: go on from there. The requests are read in another goroutine, which ends at the next request
// after the loop was left. Where reading them fails, cancel ctx with the cause: the error is it.
func (c *Client) ImportMemories(
	ctx context.Context, requests iter.Seq[*ImportMemoriesRequest], options ...grpc.CallOption,
) iter.Seq2[*ImportMemoriesResponse, error] {
	return func(yield func(*ImportMemoriesResponse, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		stream, err := c.memory.ImportMemories(ctx, options...)
		if err != nil {
			yield(nil, err)
			return
		}
		go func() {
			for request := range requests {
				// What ended the stream, Recv tells.
				if ctx.Err() != nil || stream.Send(request) != nil {
					return
				}
			}
			if ctx.Err() == nil {
				_ = stream.CloseSend()
			}
		}()
		receive(stream, yield)
	}
}

// ExportMemories goes through everything held about a user, in batches as the server sends them.
func (c *Client) ExportMemories(
	ctx context.Context, request *ExportMemoriesRequest, options ...grpc.CallOption,
) iter.Seq2[*ExportMemoriesResponse, error] {
	return streamed(ctx, request, c.memory.ExportMemories, options)
}
