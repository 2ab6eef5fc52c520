package myosotis

import (
	"context"
	"io"
	"iter"

	"google.golang.org/grpc"
)

// GetServerInfo tells the server's version and model, and how much is held.
func (c *Client) GetServerInfo(
	ctx context.Context, request *GetServerInfoRequest, options ...grpc.CallOption,
) (*GetServerInfoResponse, error) {
	return c.admin.GetServerInfo(ctx, request, options...)
}

// GetUserStats tells how much is held of a user. Fails with UserNotFound.
func (c *Client) GetUserStats(
	ctx context.Context, request *GetUserStatsRequest, options ...grpc.CallOption,
) (*GetUserStatsResponse, error) {
	return c.admin.GetUserStats(ctx, request, options...)
}

// ListUsers goes through the ids of the tenant's users, in an order that tells nothing.
func (c *Client) ListUsers(
	ctx context.Context, request *ListUsersRequest, options ...grpc.CallOption,
) iter.Seq2[string, error] {
	return pages(ctx, request, c.admin.ListUsers, (*ListUsersResponse).GetUserIds, options)
}

// RunMaintenance reviews, reduces, decays and expires now what the schedule would later. Not
// retried.
func (c *Client) RunMaintenance(
	ctx context.Context, request *RunMaintenanceRequest, options ...grpc.CallOption,
) (*RunMaintenanceResponse, error) {
	return c.admin.RunMaintenance(ctx, request, options...)
}

// RotateUserKey encrypts everything of a user anew, under a new key. Not retried. Fails with
// UserNotFound.
func (c *Client) RotateUserKey(
	ctx context.Context, request *RotateUserKeyRequest, options ...grpc.CallOption,
) (*RotateUserKeyResponse, error) {
	return c.admin.RotateUserKey(ctx, request, options...)
}

// Reembed embeds stored memories again after a change of model, and tells how far it is. Leaving the
// loop ends the work; what was made is kept, and the next call goes on from there.
func (c *Client) Reembed(
	ctx context.Context, request *ReembedRequest, options ...grpc.CallOption,
) iter.Seq2[*ReembedResponse, error] {
	return streamed(ctx, request, c.admin.Reembed, options)
}

// Backup writes a consistent copy of the store, taken while it is in use, and returns its size in
// bytes. After an error, what was written is no backup.
func (c *Client) Backup(
	ctx context.Context, file io.Writer, request *BackupRequest, options ...grpc.CallOption,
) (int64, error) {
	var size int64
	for part, err := range streamed(ctx, request, c.admin.Backup, options) {
		if err != nil {
			return size, err
		}
		written, err := file.Write(part.GetChunk())
		size += int64(written)
		if err != nil {
			return size, err
		}
	}
	return size, nil
}

// ListAuditEvents goes through who did what.
func (c *Client) ListAuditEvents(
	ctx context.Context, request *ListAuditEventsRequest, options ...grpc.CallOption,
) iter.Seq2[*AuditEvent, error] {
	return pages(
		ctx, request, c.admin.ListAuditEvents, (*ListAuditEventsResponse).GetEvents, options,
	)
}
