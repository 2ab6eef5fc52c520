package myosotis

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestChatMessagesAreThoseOfAChatModel(t *testing.T) {
	reply := &GetContextResponse{Messages: []*ContextMessage{
		{Role: RoleSystem, Content: "你是小雨的老朋友"},
		{Role: RoleUser, Content: "I had an interview"},
		{Role: RoleAssistant, Content: "怎么样？"},
	}}
	got, err := json.Marshal(ChatMessages(reply))
	wanted := `[{"role":"system","content":"你是小雨的老朋友"},` +
		`{"role":"user","content":"I had an interview"},{"role":"assistant","content":"怎么样？"}]`
	if err != nil || string(got) != wanted {
		t.Errorf("%s, %v", got, err)
	}
}

func TestBatchesHoldEachMemoryOnce(t *testing.T) {
	said := Statements("一", "二", "three", "四", "five")
	for size := 1; size <= 6; size++ {
		var got []*NewMemory
		for request := range Batches("小雨", slices.Values(said), size) {
			if request.UserId != "小雨" || len(request.Memories) > size {
				t.Error(request)
			}
			got = append(got, request.Memories...)
		}
		if !slices.Equal(got, said) {
			t.Errorf("batches of %d hold %v", size, got)
		}
	}
	for range Batches("小雨", slices.Values([]*NewMemory{}), 2) {
		t.Error("nothing made a batch")
	}
}

func TestABatchIsOneToAHundred(t *testing.T) {
	for _, size := range []int{0, -1, 101} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d was taken", size)
				}
			}()
			Batches("小雨", nil, size)
		}()
	}
}
