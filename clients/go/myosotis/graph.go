package myosotis

import (
	"context"
	"iter"

	"google.golang.org/grpc"
)

// Relate keeps relations between memories and entities (see MemoryNode, EntityNode). Fails with
// InvalidFields, MemoryNotFound, EntityNotFound.
func (c *Client) Relate(
	ctx context.Context, request *RelateRequest, options ...grpc.CallOption,
) (*RelateResponse, error) {
	return c.graph.Relate(ctx, request, options...)
}

// Unrelate takes relations from source to target away, those of a type or all. Not retried: repeat
// it if need be.
func (c *Client) Unrelate(
	ctx context.Context, request *UnrelateRequest, options ...grpc.CallOption,
) (*UnrelateResponse, error) {
	return c.graph.Unrelate(ctx, request, options...)
}

// ListNeighbors lists memories and entities around one, the closest first. Fails with
// MemoryNotFound, EntityNotFound.
func (c *Client) ListNeighbors(
	ctx context.Context, request *ListNeighborsRequest, options ...grpc.CallOption,
) ([]*Neighbor, error) {
	answer, err := c.graph.ListNeighbors(ctx, request, options...)
	return answer.GetNeighbors(), err
}

// ListEntities goes through whom and what a user's memories speak of.
func (c *Client) ListEntities(
	ctx context.Context, request *ListEntitiesRequest, options ...grpc.CallOption,
) iter.Seq2[*Entity, error] {
	return pages(ctx, request, c.graph.ListEntities, (*ListEntitiesResponse).GetEntities, options)
}
