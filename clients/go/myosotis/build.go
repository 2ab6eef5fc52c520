package myosotis

import (
	"iter"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis/v1"
)

// Statements are new memories of these texts; what else there is to know of them the server works
// out.
func Statements(texts ...string) []*NewMemory {
	memories := make([]*NewMemory, len(texts))
	for i, text := range texts {
		memories[i] = &NewMemory{Content: text}
	}
	return memories
}

// UserTurns are turns that the user said.
func UserTurns(texts ...string) []*Turn { return turns(RoleUser, texts) }

// AssistantTurns are turns that the software said.
func AssistantTurns(texts ...string) []*Turn { return turns(RoleAssistant, texts) }

func turns(role Role, texts []string) []*Turn {
	said := make([]*Turn, len(texts))
	for i, text := range texts {
		said[i] = &Turn{Role: role, Content: text}
	}
	return said
}

// IDs are the target of a ForgetRequest: these memories.
func IDs(memoryIDs ...string) *myosotisv1.ForgetRequest_Ids {
	return &myosotisv1.ForgetRequest_Ids{Ids: &myosotisv1.MemoryIds{MemoryIds: memoryIDs}}
}

// Matching is the target of a ForgetRequest: what the filter, which must not be empty, lets through.
func Matching(filter *MemoryFilter) *myosotisv1.ForgetRequest_Filter {
	return &myosotisv1.ForgetRequest_Filter{Filter: filter}
}

// Described is the target of a ForgetRequest: what the user asked to forget, in their words. Use
// DryRun first.
func Described(query string) *myosotisv1.ForgetRequest_Query {
	return &myosotisv1.ForgetRequest_Query{Query: query}
}

// Everything is the target of a ForgetRequest: the user and everything held about them.
func Everything() *myosotisv1.ForgetRequest_Everything {
	return &myosotisv1.ForgetRequest_Everything{Everything: true}
}

// Fields is the mask of an UpdateMemoryRequest: which fields, by their names in the contract such as
// "content" and "expire_time", are changed.
func Fields(names ...string) *fieldmaskpb.FieldMask {
	return &fieldmaskpb.FieldMask{Paths: names}
}

// MemoryNode refers to a memory in the graph.
func MemoryNode(memoryID string) *NodeReference {
	return &NodeReference{Node: &myosotisv1.NodeReference_MemoryId{MemoryId: memoryID}}
}

// EntityNode refers to an entity in the graph.
func EntityNode(entityID string) *NodeReference {
	return &NodeReference{Node: &myosotisv1.NodeReference_EntityId{EntityId: entityID}}
}

// Batches groups memories into the requests of an import, size (1 to 100) to each. It panics for
// another size.
func Batches(userID string, memories iter.Seq[*NewMemory], size int) iter.Seq[*ImportMemoriesRequest] {
	if size < 1 || size > maxBatch {
		panic("myosotis: a batch holds 1 to 100 memories")
	}
	return func(yield func(*ImportMemoriesRequest) bool) {
		batch := make([]*NewMemory, 0, size)
		send := func() bool {
			return yield(&ImportMemoriesRequest{UserId: userID, Memories: slices.Clone(batch)})
		}
		for memory := range memories {
			if batch = append(batch, memory); len(batch) == size {
				if !send() {
					return
				}
				batch = batch[:0]
			}
		}
		if len(batch) > 0 {
			send()
		}
	}
}

const maxBatch = 100

// ChatMessage is a message as OpenAI's chat API and those like it take them.
type ChatMessage struct {
	// "system", "user" or "assistant".
	Role    string `json:"role"`
	Content string `json:"content"`
}

// ChatMessages are the messages of a context, ready for a chat model; none where text was asked for.
func ChatMessages(reply *GetContextResponse) []ChatMessage {
	messages := make([]ChatMessage, len(reply.GetMessages()))
	for i, message := range reply.GetMessages() {
		role := strings.ToLower(strings.TrimPrefix(message.GetRole().String(), "ROLE_"))
		messages[i] = ChatMessage{Role: role, Content: message.GetContent()}
	}
	return messages
}
