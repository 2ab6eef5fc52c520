package myosotis

import "github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"

// Memories and what narrows, weighs and changes them.
type (
	Attribute       = myosotisv1.Attribute
	TurnReference   = myosotisv1.TurnReference
	Memory          = myosotisv1.Memory
	MemoryFilter    = myosotisv1.MemoryFilter
	TimeRange       = myosotisv1.TimeRange
	NewMemory       = myosotisv1.NewMemory
	MemoryChange    = myosotisv1.MemoryChange
	RecallWeights   = myosotisv1.RecallWeights
	IdentitySignals = myosotisv1.IdentitySignals
	ScoreBreakdown  = myosotisv1.ScoreBreakdown
	RecalledMemory  = myosotisv1.RecalledMemory
	MemoryIds       = myosotisv1.MemoryIds
)

// Turns, sessions, moods and context.
type (
	Turn           = myosotisv1.Turn
	ToneHint       = myosotisv1.ToneHint
	ContextMessage = myosotisv1.ContextMessage
	Session        = myosotisv1.Session
	EmotionDay     = myosotisv1.EmotionDay
	EmotionTrend   = myosotisv1.EmotionTrend
	Topic          = myosotisv1.Topic
)

// The memory graph.
type (
	Entity        = myosotisv1.Entity
	NodeReference = myosotisv1.NodeReference
	Relation      = myosotisv1.Relation
	Neighbor      = myosotisv1.Neighbor
)

// Requests and answers of the memory calls.
type (
	RememberRequest             = myosotisv1.RememberRequest
	RememberResponse            = myosotisv1.RememberResponse
	RecallRequest               = myosotisv1.RecallRequest
	RecallResponse              = myosotisv1.RecallResponse
	ForgetRequest               = myosotisv1.ForgetRequest
	ForgetResponse              = myosotisv1.ForgetResponse
	GetMemoryRequest            = myosotisv1.GetMemoryRequest
	GetMemoryResponse           = myosotisv1.GetMemoryResponse
	ListMemoriesRequest         = myosotisv1.ListMemoriesRequest
	ListMemoriesResponse        = myosotisv1.ListMemoriesResponse
	UpdateMemoryRequest         = myosotisv1.UpdateMemoryRequest
	UpdateMemoryResponse        = myosotisv1.UpdateMemoryResponse
	ListMemoryRevisionsRequest  = myosotisv1.ListMemoryRevisionsRequest
	ListMemoryRevisionsResponse = myosotisv1.ListMemoryRevisionsResponse
	ImportMemoriesRequest       = myosotisv1.ImportMemoriesRequest
	ImportMemoriesResponse      = myosotisv1.ImportMemoriesResponse
	ExportMemoriesRequest       = myosotisv1.ExportMemoriesRequest
	ExportMemoriesResponse      = myosotisv1.ExportMemoriesResponse
)

// Requests and answers of the conversation calls.
type (
	AppendTurnsRequest      = myosotisv1.AppendTurnsRequest
	AppendTurnsResponse     = myosotisv1.AppendTurnsResponse
	GetContextRequest       = myosotisv1.GetContextRequest
	GetContextResponse      = myosotisv1.GetContextResponse
	EndSessionRequest       = myosotisv1.EndSessionRequest
	EndSessionResponse      = myosotisv1.EndSessionResponse
	ListSessionsRequest     = myosotisv1.ListSessionsRequest
	ListSessionsResponse    = myosotisv1.ListSessionsResponse
	ListTurnsRequest        = myosotisv1.ListTurnsRequest
	ListTurnsResponse       = myosotisv1.ListTurnsResponse
	GetEmotionTrendRequest  = myosotisv1.GetEmotionTrendRequest
	GetEmotionTrendResponse = myosotisv1.GetEmotionTrendResponse
	GetProfileRequest       = myosotisv1.GetProfileRequest
	GetProfileResponse      = myosotisv1.GetProfileResponse
	WatchMemoriesRequest    = myosotisv1.WatchMemoriesRequest
	WatchMemoriesResponse   = myosotisv1.WatchMemoriesResponse
)

// Requests and answers of the graph calls.
type (
	RelateRequest         = myosotisv1.RelateRequest
	RelateResponse        = myosotisv1.RelateResponse
	UnrelateRequest       = myosotisv1.UnrelateRequest
	UnrelateResponse      = myosotisv1.UnrelateResponse
	ListNeighborsRequest  = myosotisv1.ListNeighborsRequest
	ListNeighborsResponse = myosotisv1.ListNeighborsResponse
	ListEntitiesRequest   = myosotisv1.ListEntitiesRequest
	ListEntitiesResponse  = myosotisv1.ListEntitiesResponse
)

// Requests and answers of the calls for operators.
type (
	GetServerInfoRequest    = myosotisv1.GetServerInfoRequest
	GetServerInfoResponse   = myosotisv1.GetServerInfoResponse
	GetUserStatsRequest     = myosotisv1.GetUserStatsRequest
	GetUserStatsResponse    = myosotisv1.GetUserStatsResponse
	ListUsersRequest        = myosotisv1.ListUsersRequest
	ListUsersResponse       = myosotisv1.ListUsersResponse
	RunMaintenanceRequest   = myosotisv1.RunMaintenanceRequest
	RunMaintenanceResponse  = myosotisv1.RunMaintenanceResponse
	RotateUserKeyRequest    = myosotisv1.RotateUserKeyRequest
	RotateUserKeyResponse   = myosotisv1.RotateUserKeyResponse
	ReembedRequest          = myosotisv1.ReembedRequest
	ReembedResponse         = myosotisv1.ReembedResponse
	BackupRequest           = myosotisv1.BackupRequest
	BackupResponse          = myosotisv1.BackupResponse
	AuditEvent              = myosotisv1.AuditEvent
	ListAuditEventsRequest  = myosotisv1.ListAuditEventsRequest
	ListAuditEventsResponse = myosotisv1.ListAuditEventsResponse
)
