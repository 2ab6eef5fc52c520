package myosotis

import "github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"

// The contract's enums. Zero, which no constant stands for, leaves it to the server.
type (
	MemoryKind     = myosotisv1.MemoryKind
	MemoryTier     = myosotisv1.MemoryTier
	MemoryOrigin   = myosotisv1.MemoryOrigin
	Emotion        = myosotisv1.Emotion
	Sensitivity    = myosotisv1.Sensitivity
	MemoryState    = myosotisv1.MemoryState
	Durability     = myosotisv1.Durability
	ReconcileMode  = myosotisv1.ReconcileMode
	ChangeAction   = myosotisv1.ChangeAction
	RecallMode     = myosotisv1.RecallMode
	ForgetMode     = myosotisv1.ForgetMode
	Role           = myosotisv1.Role
	ExtractionMode = myosotisv1.ExtractionMode
	ContextFormat  = myosotisv1.ContextFormat
	EntityType     = myosotisv1.EntityType
)

// Values of MemoryKind. What a memory is about.
const (
	// KindFact: identity, family, work, health, possessions.
	KindFact = myosotisv1.MemoryKind_MEMORY_KIND_FACT
	// KindPreference: likes, dislikes, ways of being spoken to.
	KindPreference = myosotisv1.MemoryKind_MEMORY_KIND_PREFERENCE
	// KindEvent: something that happened or is planned.
	KindEvent = myosotisv1.MemoryKind_MEMORY_KIND_EVENT
	// KindEmotion: how the user felt, and why.
	KindEmotion = myosotisv1.MemoryKind_MEMORY_KIND_EMOTION
	// KindHabit: a behaviour that recurs.
	KindHabit = myosotisv1.MemoryKind_MEMORY_KIND_HABIT
	// KindValue: attitudes to family, work, life.
	KindValue = myosotisv1.MemoryKind_MEMORY_KIND_VALUE
	// KindSummary: a digest of a session or a period.
	KindSummary = myosotisv1.MemoryKind_MEMORY_KIND_SUMMARY
)

// Values of MemoryTier. How long a memory is meant to last. Consolidation moves memories upwards.
const (
	// TierShortTerm: hours: evicted turns, compressed.
	TierShortTerm = myosotisv1.MemoryTier_MEMORY_TIER_SHORT_TERM
	// TierEpisodic: weeks to months, decays.
	TierEpisodic = myosotisv1.MemoryTier_MEMORY_TIER_EPISODIC
	// TierSemantic: stable knowledge of the user.
	TierSemantic = myosotisv1.MemoryTier_MEMORY_TIER_SEMANTIC
)

// Values of MemoryOrigin. Where a memory comes from.
const (
	// OriginExplicit: the user said so.
	OriginExplicit = myosotisv1.MemoryOrigin_MEMORY_ORIGIN_EXPLICIT
	// OriginInferred: concluded from what the user said.
	OriginInferred = myosotisv1.MemoryOrigin_MEMORY_ORIGIN_INFERRED
	// OriginConsolidated: distilled from several memories.
	OriginConsolidated = myosotisv1.MemoryOrigin_MEMORY_ORIGIN_CONSOLIDATED
	OriginImported     = myosotisv1.MemoryOrigin_MEMORY_ORIGIN_IMPORTED
)

// Values of Emotion.
const (
	EmotionNeutral   = myosotisv1.Emotion_EMOTION_NEUTRAL
	EmotionHappy     = myosotisv1.Emotion_EMOTION_HAPPY
	EmotionSad       = myosotisv1.Emotion_EMOTION_SAD
	EmotionAnxious   = myosotisv1.Emotion_EMOTION_ANXIOUS
	EmotionAngry     = myosotisv1.Emotion_EMOTION_ANGRY
	EmotionCalm      = myosotisv1.Emotion_EMOTION_CALM
	EmotionSurprised = myosotisv1.Emotion_EMOTION_SURPRISED
	EmotionTired     = myosotisv1.Emotion_EMOTION_TIRED
)

// Values of Sensitivity. How careful a reader must be with a memory.
const (
	SensitivityNormal = myosotisv1.Sensitivity_SENSITIVITY_NORMAL
	// SensitivityPersonal: contact, address, birthday: redacted in display.
	SensitivityPersonal = myosotisv1.Sensitivity_SENSITIVITY_PERSONAL
	// SensitivitySensitive: health, sexuality, identity papers, credentials.
	SensitivitySensitive = myosotisv1.Sensitivity_SENSITIVITY_SENSITIVE
)

// Values of MemoryState.
const (
	StateActive = myosotisv1.MemoryState_MEMORY_STATE_ACTIVE
	// StateSuperseded: was true until `valid_to_time`.
	StateSuperseded    = myosotisv1.MemoryState_MEMORY_STATE_SUPERSEDED
	StatePseudonymised = myosotisv1.MemoryState_MEMORY_STATE_PSEUDONYMISED
)

// Values of Durability.
const (
	// DurabilitySynced: on disk before the call returns.
	DurabilitySynced = myosotisv1.Durability_DURABILITY_SYNCED
	// DurabilityQueued: accepted; on disk within a second.
	DurabilityQueued = myosotisv1.Durability_DURABILITY_QUEUED
)

// Values of ReconcileMode. How new statements meet what is known.
const (
	// ReconcileFull: reinforce, merge, supersede.
	ReconcileFull = myosotisv1.ReconcileMode_RECONCILE_MODE_FULL
	// ReconcileExact: reinforce only identical statements.
	ReconcileExact = myosotisv1.ReconcileMode_RECONCILE_MODE_EXACT
	// ReconcileOff: always add.
	ReconcileOff = myosotisv1.ReconcileMode_RECONCILE_MODE_OFF
)

// Values of ChangeAction.
const (
	ActionCreated = myosotisv1.ChangeAction_CHANGE_ACTION_CREATED
	// ActionReinforced: said before: mention_count and confidence rise.
	ActionReinforced = myosotisv1.ChangeAction_CHANGE_ACTION_REINFORCED
	// ActionMerged: near-duplicate folded in.
	ActionMerged = myosotisv1.ChangeAction_CHANGE_ACTION_MERGED
	// ActionSuperseded: an older memory ended by a newer one.
	ActionSuperseded = myosotisv1.ChangeAction_CHANGE_ACTION_SUPERSEDED
	ActionUpdated    = myosotisv1.ChangeAction_CHANGE_ACTION_UPDATED
	// ActionRejected: the privacy filter refused it; see `note`.
	ActionRejected  = myosotisv1.ChangeAction_CHANGE_ACTION_REJECTED
	ActionExpired   = myosotisv1.ChangeAction_CHANGE_ACTION_EXPIRED
	ActionForgotten = myosotisv1.ChangeAction_CHANGE_ACTION_FORGOTTEN
)

// Values of RecallMode.
const (
	// RecallExplicit: the user asks what they said: exact terms weigh more.
	RecallExplicit = myosotisv1.RecallMode_RECALL_MODE_EXPLICIT
	// RecallAssociative: the mood and topic call up similar scenes.
	RecallAssociative = myosotisv1.RecallMode_RECALL_MODE_ASSOCIATIVE
)

// Values of ForgetMode.
const (
	// ForgetErase: gone, and unreadable in any backup.
	ForgetErase = myosotisv1.ForgetMode_FORGET_MODE_ERASE
	// ForgetPseudonymise: kept for statistics, tied to no person.
	ForgetPseudonymise = myosotisv1.ForgetMode_FORGET_MODE_PSEUDONYMISE
)

// Values of Role.
const (
	RoleUser      = myosotisv1.Role_ROLE_USER
	RoleAssistant = myosotisv1.Role_ROLE_ASSISTANT
	RoleSystem    = myosotisv1.Role_ROLE_SYSTEM
)

// Values of ExtractionMode.
const (
	ExtractionBackground = myosotisv1.ExtractionMode_EXTRACTION_MODE_BACKGROUND
	// ExtractionInline: before the call returns.
	ExtractionInline = myosotisv1.ExtractionMode_EXTRACTION_MODE_INLINE
	ExtractionOff    = myosotisv1.ExtractionMode_EXTRACTION_MODE_OFF
)

// Values of ContextFormat.
const (
	// FormatMessages: system message and window, ready for a chat model.
	FormatMessages = myosotisv1.ContextFormat_CONTEXT_FORMAT_MESSAGES
	// FormatText: one block of text.
	FormatText = myosotisv1.ContextFormat_CONTEXT_FORMAT_TEXT
)

// Values of EntityType.
const (
	EntityUser         = myosotisv1.EntityType_ENTITY_TYPE_USER
	EntityPerson       = myosotisv1.EntityType_ENTITY_TYPE_PERSON
	EntityPlace        = myosotisv1.EntityType_ENTITY_TYPE_PLACE
	EntityOrganisation = myosotisv1.EntityType_ENTITY_TYPE_ORGANISATION
	EntityThing        = myosotisv1.EntityType_ENTITY_TYPE_THING
	EntityActivity     = myosotisv1.EntityType_ENTITY_TYPE_ACTIVITY
	EntityTime         = myosotisv1.EntityType_ENTITY_TYPE_TIME
	EntityCategory     = myosotisv1.EntityType_ENTITY_TYPE_CATEGORY
)
