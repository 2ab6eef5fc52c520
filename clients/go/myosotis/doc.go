// Package myosotis is the Go client of Myosotis, a long-term memory for conversational software.
//
//	client, err := myosotis.New("127.0.0.1:50051")
//	if err != nil {
//		return err
//	}
//	defer client.Close()
//	_, err = client.Remember(ctx, &myosotis.RememberRequest{
//		UserId:   "小雨",
//		Memories: myosotis.Statements("我住在成都", "My cat is called Mimi"),
//	})
//	if err != nil {
//		return err
//	}
//	found, err := client.Recall(ctx, &myosotis.RecallRequest{UserId: "小雨", Query: "她的猫叫什么？"})
//	if err != nil {
//		return err
//	}
//	for _, hit := range found.Memories {
//		fmt.Println(hit.Score, hit.Memory.Content)
//	}
//
// Every method takes a context and the contract's own request message, whose comments in
// protos/myosotis/v1 tell what each field means; this package gives those messages shorter names.
// A request is never changed, so it can be used again. Lists and streams are iterators
// (iter.Seq2), fetched as the loop goes on: after an error they end, and leaving the loop cancels
// the call.
//
// What the client adds, it adds to every call that goes over its connection, the generated stubs'
// on Client.Conn included:
//
//   - Retries and time-outs of clients/service_config.json. Reads, and writes that can be repeated
//     safely, are tried up to four times while the server is unavailable. A context's own
//     deadline takes the place of the time-out.
//   - A fresh request_id in writes that have the field and leave it empty, so that a retry never
//     remembers twice.
//   - The API key, and errors of type *Error, made of the details that the server sends.
package myosotis
