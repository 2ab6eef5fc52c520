package io.myosotis.examples;

import io.myosotis.MyosotisClient;
import io.myosotis.MyosotisException;
import io.myosotis.v1.ContextMessage;
import io.myosotis.v1.ForgetRequest;
import io.myosotis.v1.GetContextRequest;
import io.myosotis.v1.GetContextResponse;
import io.myosotis.v1.Memory;
import io.myosotis.v1.MemoryChange;
import io.myosotis.v1.RecallRequest;
import io.myosotis.v1.RecalledMemory;
import io.myosotis.v1.Role;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Remembers, recalls, converses and forgets, in Chinese and English.
 *
 * <pre>
 *   mvn -q test-compile exec:java -Dexec.args=127.0.0.1:50051
 * </pre>
 *
 * <p>Needs a server; without an argument its address is MYOSOTIS_ADDRESS or 127.0.0.1:50051.
 */
public final class Story {
  private static final String USER = "小雨 / Rain (Java)";
  private static final String SESSION = "monday";
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private final MyosotisClient client;

  private Story(MyosotisClient client) {
    this.client = client;
  }

  /** Tells the story to the server at an address. */
  public static void main(String[] arguments) throws InterruptedException {
    String address =
        arguments.length > 0
            ? arguments[0]
            : System.getenv().getOrDefault("MYOSOTIS_ADDRESS", "127.0.0.1:50051");
    String apiKey = System.getenv("MYOSOTIS_API_KEY");
    try (MyosotisClient client = MyosotisClient.builder(address).apiKey(apiKey).build()) {
      client.waitReady(Duration.ofSeconds(10));
      new Story(client).tell();
    } catch (MyosotisException failure) {
      System.err.println(failure.getMessage());
      System.exit(1);
    }
  }

  private void tell() {
    client.forgetEverything(USER);
    remember();
    recall();
    converse();
    forget();
  }

  private void remember() {
    OUT.println("── what she said / 她说过");
    var answer =
        client.remember(
            USER,
            "我住在上海徐汇区",
            "我一天要喝三杯拿铁，不然没法工作",
            "My cat is called Mimi and turns three in May",
            "My sister Emma works at a hospital in London");
    for (MemoryChange change : answer.getChangesList()) {
      OUT.println("   " + change.getMemory().getContent());
    }
    OUT.println("── a week later / 一周以后");
    for (MemoryChange change : client.remember(USER, "我搬到成都了，住在武侯区").getChangesList()) {
      String replaced = change.getReplacedMemoryIdsCount() > 0 ? "  (not Shanghai any more)" : "";
      OUT.println("   " + change.getMemory().getContent() + replaced);
    }
  }

  private void recall() {
    OUT.println("── asked back / 问一问");
    for (String question :
        List.of("我现在住在哪里？", "What coffee does she drink?", "她的猫叫什么名字？", "Who is Emma?")) {
      RecallRequest request =
          RecallRequest.newBuilder().setUserId(USER).setQuery(question).setLimit(1).build();
      for (RecalledMemory hit : client.recall(request).getMemoriesList()) {
        OUT.printf("   %s → %s (%.2f)%n", question, hit.getMemory().getContent(), hit.getScore());
      }
    }
  }

  private void converse() {
    OUT.println("── a conversation / 聊聊天");
    client.appendTurn(USER, SESSION, Role.ROLE_USER, "周三要去面试，好紧张");
    client.appendTurn(USER, SESSION, Role.ROLE_ASSISTANT, "别担心，你准备得很好");
    client.appendTurn(USER, SESSION, Role.ROLE_USER, "谢谢。给我和咪咪推荐点晚饭吧");
    GetContextResponse context =
        client.getContext(
            GetContextRequest.newBuilder()
                .setUserId(USER)
                .setSessionId(SESSION)
                .setPersona("你是小雨的老朋友，说话简短。")
                .build());
    for (ContextMessage message : context.getMessagesList()) {
      String role = message.getRole().name().substring("ROLE_".length()).toLowerCase(Locale.ROOT);
      OUT.println("   [" + role + "] " + message.getContent().replace("\n", "\n      "));
    }
    OUT.println("   " + context.getTokenCount() + " tokens, ready for a chat model");
  }

  private void forget() {
    OUT.println("── and forgotten / 忘掉");
    ForgetRequest asked =
        ForgetRequest.newBuilder().setUserId(USER).setQuery("forget about my sister").build();
    List<Memory> gone =
        client.forget(asked.toBuilder().setDryRun(true).build()).getMemoriesList();
    gone.forEach(memory -> OUT.println("   would go: " + memory.getContent()));
    client.forget(USER, gone.stream().map(Memory::getMemoryId).toList());
    try (var left = client.listMemories(USER)) {
      left.forEach(memory -> OUT.println("   still known: " + memory.getContent()));
    }
    client.forgetEverything(USER);
    OUT.println("   everything forgotten: " + client.listMemories(USER).count() + " left");
  }
}
