// Command story follows a user who mixes Chinese and English through two weeks, and then asks back.
//
//	go run ./examples/story [ADDRESS]
//
// The address, else MYOSOTIS_ADDRESS, else 127.0.0.1:50051 is the server's; MYOSOTIS_API_KEY is sent
// where it is set. What it stores it erases at the end.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis"
)

const user = "小雨 / Rain"

// day is what she said so many days ago.
type day struct {
	daysAgo int
	title   string
	said    []*myosotis.NewMemory
}

var story = []day{
	{14, "She cannot sleep.", []*myosotis.NewMemory{
		{Content: "周三要去字节跳动面试产品经理，紧张得睡不着", Emotion: myosotis.EmotionAnxious},
		{Content: "我住在上海徐汇区，租的房子快到期了", Kind: myosotis.KindFact},
		{Content: "我一天要喝三杯拿铁，不然没法工作", Kind: myosotis.KindPreference},
	}},
	{12, "The interview.", myosotis.Statements(
		"The interview went well, they asked a lot about data analysis",
		"我的猫咪咪今天早上把咖啡打翻了",
	)},
	{7, "News.", []*myosotis.NewMemory{
		{Content: "I got the offer! The job is in Chengdu", Emotion: myosotis.EmotionHappy},
		{Content: "妈妈担心我一个人去外地，爸爸倒是很支持"},
	}},
	{2, "The move.", myosotis.Statements(
		"我已经搬到成都了，住在武侯区",
		"My stomach hurts, so I gave up coffee and drink jasmine tea now",
	)},
	{1, "She says it again.", myosotis.Statements("我已经搬到成都了，住在武侯区。")},
}

var questions = []string{
	"我现在住在哪里？",
	"How did the interview go?",
	"What do I drink now that coffee is bad for me?",
	"我的猫叫什么名字？",
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := run(ctx, address()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func address() string {
	if len(os.Args) > 1 {
		return os.Args[1]
	}
	if given := os.Getenv("MYOSOTIS_ADDRESS"); given != "" {
		return given
	}
	return "127.0.0.1:50051"
}

func run(ctx context.Context, address string) error {
	client, err := myosotis.New(address, myosotis.WithAPIKey(os.Getenv("MYOSOTIS_API_KEY")))
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	if err := client.WaitReady(ctx); err != nil {
		return err
	}
	for _, part := range []func(context.Context, *myosotis.Client) error{
		tell, askBack, talk, forgetAll,
	} {
		if err := part(ctx, client); err != nil {
			return err
		}
	}
	return nil
}

// tell remembers the story, each day at its own time.
func tell(ctx context.Context, client *myosotis.Client) error {
	fmt.Printf("── %s: what was said\n", user)
	for _, day := range story {
		when := time.Now().AddDate(0, 0, -day.daysAgo)
		fmt.Printf("\n%s  %s\n", when.Format("Mon 02 Jan"), day.title)
		for _, memory := range day.said {
			memory.ObserveTime = timestamppb.New(when)
		}
		answer, err := client.Remember(ctx, &myosotis.RememberRequest{
			UserId: user, Memories: day.said, SessionId: when.Format(time.DateOnly),
			TimeZone: "Asia/Shanghai",
		})
		if err != nil {
			return err
		}
		for _, change := range answer.Changes {
			again := ""
			if times := change.Memory.MentionCount; times > 1 {
				again = fmt.Sprintf("  (said %d times, kept once)", times)
			}
			fmt.Printf("   %s%s\n", change.Memory.Content, again)
		}
	}
	return nil
}

func askBack(ctx context.Context, client *myosotis.Client) error {
	fmt.Println("\n── asked back")
	for _, question := range questions {
		fmt.Printf("\n? %s\n", question)
		found, err := client.Recall(ctx, &myosotis.RecallRequest{
			UserId: user, Query: question, Limit: 2,
		})
		if err != nil {
			return err
		}
		for _, hit := range found.Memories {
			fmt.Printf("   %.2f  %s\n", hit.Score, hit.Memory.Content)
		}
	}
	return nil
}

// talk is a short conversation: what she says is learnt, and the context of a reply is assembled.
func talk(ctx context.Context, client *myosotis.Client) error {
	fmt.Println("\n── a conversation, as a chat model would be told of it")
	turns := myosotis.UserTurns("明天第一天上班，有点慌")
	turns = append(turns, myosotis.AssistantTurns("深呼吸，你准备得很好。")...)
	turns = append(turns, myosotis.UserTurns("What should I drink in the morning?")...)
	_, err := client.AppendTurns(ctx, &myosotis.AppendTurnsRequest{
		UserId: user, SessionId: "today", Turns: turns, Extraction: myosotis.ExtractionInline,
		TimeZone: "Asia/Shanghai",
	})
	if err != nil {
		return err
	}
	reply, err := client.GetContext(ctx, &myosotis.GetContextRequest{
		UserId: user, SessionId: "today", TokenBudget: 512, Persona: "你是小雨的老朋友",
	})
	if err != nil {
		return err
	}
	for _, message := range myosotis.ChatMessages(reply) {
		fmt.Printf("\n[%s]\n%s\n", message.Role, message.Content)
	}
	return nil
}

func forgetAll(ctx context.Context, client *myosotis.Client) error {
	fmt.Println("\n── and forgotten")
	query := "please forget about the interview"
	preview, err := client.Forget(ctx, &myosotis.ForgetRequest{
		UserId: user, Target: myosotis.Described(query), DryRun: true,
	})
	if err != nil {
		return err
	}
	fmt.Printf("\n! %s\n   would go:\n", query)
	for _, memory := range preview.Memories {
		fmt.Printf("   - %s\n", memory.Content)
	}
	gone, err := client.Forget(ctx, &myosotis.ForgetRequest{
		UserId: user, Target: myosotis.Everything(),
	})
	if err != nil {
		return err
	}
	left, err := client.GetUserStats(ctx, &myosotis.GetUserStatsRequest{UserId: user})
	if err == nil {
		return fmt.Errorf("%d memories are still held", left.MemoryCount)
	}
	if !errors.Is(err, myosotis.UserNotFound) {
		return err
	}
	fmt.Printf("   forget everything: %d memories gone, nothing is held\n", gone.ForgottenCount)
	return nil
}
