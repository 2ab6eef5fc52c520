package io.myosotis.examples;

import com.google.protobuf.FieldMask;
import io.myosotis.MyosotisClient;
import io.myosotis.MyosotisException;
import io.myosotis.v1.GetContextResponse;
import io.myosotis.v1.Memory;
import io.myosotis.v1.RecalledMemory;
import io.myosotis.v1.Role;
import io.myosotis.v1.UpdateMemoryRequest;

/** The snippets of the README, whose lines are those of this file. */
public final class Quickstart {
  private Quickstart() {}

  /** Remembers, recalls and forgets at an address. */
  public static void main(String[] arguments) {
    String address = arguments.length > 0 ? arguments[0] : "127.0.0.1:50051";
    tenLines(address);
    try (MyosotisClient client = MyosotisClient.connect(address)) {
      chat(client);
      update(client);
      client.forgetEverything("小雨");
    }
  }

  private static void tenLines(String address) {
    try (MyosotisClient client = MyosotisClient.connect(address)) {
      client.remember("小雨", "我住在成都", "My cat is called Mimi");
      for (RecalledMemory hit : client.recall("小雨", "她的猫叫什么？").getMemoriesList()) {
        System.out.println(hit.getScore() + " " + hit.getMemory().getContent());
      }
      client.forgetEverything("小雨");
    }
  }

  private static void chat(MyosotisClient client) {
    client.appendTurn("小雨", "monday", Role.ROLE_USER, "我周三要去面试，好紧张");
    GetContextResponse context = client.getContext("小雨", "monday");
    String said = reply(context);
    client.appendTurn("小雨", "monday", Role.ROLE_ASSISTANT, said);
  }

  /** Where a chat model would be asked with the context's messages. */
  private static String reply(GetContextResponse context) {
    return "别担心 (" + context.getMessagesCount() + ")";
  }

  private static void update(MyosotisClient client) {
    client.remember("小雨", "My cat is called Mimi");
    Memory memory = client.listMemories("小雨").findFirst().orElseThrow();
    try {
      client.updateMemory(
          UpdateMemoryRequest.newBuilder()
              .setMemory(memory.toBuilder().setPinned(true)) // with its etag
              .setUpdateMask(FieldMask.newBuilder().addPaths("pinned"))
              .build());
    } catch (MyosotisException.EtagMismatch changed) {
      // read it again, then retry
    }
  }
}
