/**
 * The Java client of Myosotis, a long-term memory for conversational software.
 *
 * <pre>{@code
 * try (MyosotisClient client = MyosotisClient.connect("127.0.0.1:50051")) {
 *   client.remember("小雨", "我住在成都", "My cat is called Mimi");
 *   for (RecalledMemory hit : client.recall("小雨", "她的猫叫什么？").getMemoriesList()) {
 *     System.out.println(hit.getScore() + " " + hit.getMemory().getContent());
 *   }
 *   client.forgetEverything("小雨");
 * }
 * }</pre>
 *
 * <p>Every method takes and gives the contract's own messages, {@code io.myosotis.v1}; the comments
 * in {@code protos/myosotis/v1} tell what each field means. What the client adds, it adds to every
 * call over {@link io.myosotis.MyosotisClient#channel()}, the generated stubs' on it included: the
 * retries and time-outs of {@code clients/service_config.json}, the API key, and a fresh {@code
 * request_id} in writes that have none, so that a retry never remembers twice. Calls of the client
 * itself fail with kinds of {@link io.myosotis.MyosotisException}.
 */
package io.myosotis;
