package myosotis

// Reason is why a call failed, in a word that stays: the contract's ErrorReason without its prefix.
// It is an error itself, for errors.Is(err, myosotis.MemoryNotFound). The server may know more of
// them than this client.
type Reason string

// Error is the reason's own word.
func (r Reason) Error() string { return string(r) }

// The reasons of protos/myosotis/v1/error_reason.proto.
const (
	// InvalidFields comes with every Violation.
	InvalidFields Reason = "INVALID_FIELDS"
	// MemoryNotFound names the memory_id in its metadata.
	MemoryNotFound Reason = "MEMORY_NOT_FOUND"
	// EtagMismatch means that the memory has changed since its etag was read: read it again.
	EtagMismatch Reason = "ETAG_MISMATCH"
	// RequestIDReused means that the same request_id came before with another content.
	RequestIDReused Reason = "REQUEST_ID_REUSED"
	// APIKeyInvalid means that the API key is missing or not valid.
	APIKeyInvalid Reason = "API_KEY_INVALID"
	// ScopeMissing names in its metadata the scope that the API key lacks.
	ScopeMissing Reason = "SCOPE_MISSING"
	// RateLimited comes with RetryAfter.
	RateLimited Reason = "RATE_LIMITED"
	// QuotaExceeded comes with a QuotaViolation.
	QuotaExceeded Reason = "QUOTA_EXCEEDED"
	// Overloaded means that the server's queues are full; it comes with RetryAfter.
	Overloaded Reason = "OVERLOADED"
	// StoreFull means that writes are refused; reads go on.
	StoreFull Reason = "STORE_FULL"
	// Draining means that the server is stopping.
	Draining Reason = "DRAINING"
	// ReembedRequired means that stored vectors are another model's: Reembed mends it.
	ReembedRequired Reason = "REEMBED_REQUIRED"
	// ConfirmationRequired means that a dangerous call needs its confirmation or a dry run first.
	ConfirmationRequired Reason = "CONFIRMATION_REQUIRED"
	// RecordCorrupt means that stored bytes of this user fail their check.
	RecordCorrupt Reason = "RECORD_CORRUPT"
	// Internal means that the server failed; its log knows the RequestID.
	Internal Reason = "INTERNAL"
	// TurnIDReused means that the session has a turn of this id that says something else.
	TurnIDReused Reason = "TURN_ID_REUSED"
	// EntityNotFound names the entity_id in its metadata.
	EntityNotFound Reason = "ENTITY_NOT_FOUND"
	// RevisionGone means that what happened since is no longer known: list the memories anew.
	RevisionGone Reason = "REVISION_GONE"
	// UserNotFound means that nothing is held of such a user, or that they were erased.
	UserNotFound Reason = "USER_NOT_FOUND"
	// StoreFailed means that the disk failed: repeat the write under its request_id.
	StoreFailed Reason = "STORE_FAILED"
)
