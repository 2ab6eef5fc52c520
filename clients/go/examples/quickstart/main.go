package main

import (
	"context"
	"fmt"
	"log"

	"github.com/myosotis-memory/myosotis/clients/go/myosotis"
)

func main() {
	ctx := context.Background()
	client, err := myosotis.New("127.0.0.1:50051")
	check(err)
	defer client.Close()

	_, err = client.Remember(ctx, &myosotis.RememberRequest{
		UserId: "小雨", Memories: myosotis.Statements("我住在成都", "My cat is called Mimi"),
	})
	check(err)
	found, err := client.Recall(ctx, &myosotis.RecallRequest{UserId: "小雨", Query: "她的猫叫什么？"})
	check(err)
	for _, hit := range found.Memories {
		fmt.Println(hit.Score, hit.Memory.Content)
	}
	_, err = client.Forget(ctx, &myosotis.ForgetRequest{UserId: "小雨", Target: myosotis.Everything()})
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
