package myosotis

import (
	"context"
	"iter"

	"google.golang.org/grpc"
)

// AppendTurns appends 1 to 100 turns, in the order in which they were said, to a session, new or
// not. What users tell in them is learnt in the background, or before the call returns
// (ExtractionInline), or never (ExtractionOff). A turn that the session has already is passed over.
// Fails with InvalidFields, RequestIDReused, TurnIDReused, StoreFull.
func (c *Client) AppendTurns(
	ctx context.Context, request *AppendTurnsRequest, options ...grpc.CallOption,
) (*AppendTurnsResponse, error) {
	return c.conversation.AppendTurns(ctx, request, options...)
}

// GetContext tells what a model should know before it replies: what lasts, what happened, how the
// user feels, and the latest turns of the session, as ChatMessages or as text. Append what the user
// said first: it then comes last of the messages, and the query need not be given. Fails with
// InvalidFields, Overloaded.
func (c *Client) GetContext(
	ctx context.Context, request *GetContextRequest, options ...grpc.CallOption,
) (*GetContextResponse, error) {
	return c.conversation.GetContext(ctx, request, options...)
}

// EndSession learns what still waits to be learnt, sums the session up and closes it. Sessions end
// by themselves when nothing was said for a while. Of one that has ended, the summary comes again;
// of one that is not known, none. Not retried: repeat it if need be, which is safe.
func (c *Client) EndSession(
	ctx context.Context, request *EndSessionRequest, options ...grpc.CallOption,
) (*EndSessionResponse, error) {
	return c.conversation.EndSession(ctx, request, options...)
}

// ListSessions goes through a user's sessions, the one with the latest turn first.
func (c *Client) ListSessions(
	ctx context.Context, request *ListSessionsRequest, options ...grpc.CallOption,
) iter.Seq2[*Session, error] {
	return pages(
		ctx, request, c.conversation.ListSessions, (*ListSessionsResponse).GetSessions, options,
	)
}

// ListTurns goes through the turns of a session in the order in which they were said.
func (c *Client) ListTurns(
	ctx context.Context, request *ListTurnsRequest, options ...grpc.CallOption,
) iter.Seq2[*Turn, error] {
	return pages(ctx, request, c.conversation.ListTurns, (*ListTurnsResponse).GetTurns, options)
}

// GetEmotionTrend tells how the user has been feeling, by day of the time zone.
func (c *Client) GetEmotionTrend(
	ctx context.Context, request *GetEmotionTrendRequest, options ...grpc.CallOption,
) (*EmotionTrend, error) {
	answer, err := c.conversation.GetEmotionTrend(ctx, request, options...)
	return answer.GetTrend(), err
}

// GetProfile tells what is known of the user: facts, preferences, habits, values, topics, and a
// summary. Empty for a user who is not known, which is no error.
func (c *Client) GetProfile(
	ctx context.Context, request *GetProfileRequest, options ...grpc.CallOption,
) (*GetProfileResponse, error) {
	return c.conversation.GetProfile(ctx, request, options...)
}
