package io.myosotis;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.myosotis.v1.AdminServiceGrpc;
import io.myosotis.v1.AppendTurnsRequest;
import io.myosotis.v1.AppendTurnsResponse;
import io.myosotis.v1.AuditEvent;
import io.myosotis.v1.BackupRequest;
import io.myosotis.v1.BackupResponse;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.EndSessionRequest;
import io.myosotis.v1.EndSessionResponse;
import io.myosotis.v1.Entity;
import io.myosotis.v1.ExportMemoriesRequest;
import io.myosotis.v1.ExportMemoriesResponse;
import io.myosotis.v1.ForgetRequest;
import io.myosotis.v1.ForgetResponse;
import io.myosotis.v1.GetContextRequest;
import io.myosotis.v1.GetContextResponse;
import io.myosotis.v1.GetEmotionTrendRequest;
import io.myosotis.v1.GetEmotionTrendResponse;
import io.myosotis.v1.GetMemoryRequest;
import io.myosotis.v1.GetMemoryResponse;
import io.myosotis.v1.GetProfileRequest;
import io.myosotis.v1.GetProfileResponse;
import io.myosotis.v1.GetServerInfoRequest;
import io.myosotis.v1.GetServerInfoResponse;
import io.myosotis.v1.GetUserStatsRequest;
import io.myosotis.v1.GetUserStatsResponse;
import io.myosotis.v1.GraphServiceGrpc;
import io.myosotis.v1.ImportMemoriesRequest;
import io.myosotis.v1.ImportMemoriesResponse;
import io.myosotis.v1.ListAuditEventsRequest;
import io.myosotis.v1.ListAuditEventsResponse;
import io.myosotis.v1.ListEntitiesRequest;
import io.myosotis.v1.ListEntitiesResponse;
import io.myosotis.v1.ListMemoriesRequest;
import io.myosotis.v1.ListMemoriesResponse;
import io.myosotis.v1.ListMemoryRevisionsRequest;
import io.myosotis.v1.ListMemoryRevisionsResponse;
import io.myosotis.v1.ListNeighborsRequest;
import io.myosotis.v1.ListNeighborsResponse;
import io.myosotis.v1.ListSessionsRequest;
import io.myosotis.v1.ListSessionsResponse;
import io.myosotis.v1.ListTurnsRequest;
import io.myosotis.v1.ListTurnsResponse;
import io.myosotis.v1.ListUsersRequest;
import io.myosotis.v1.ListUsersResponse;
import io.myosotis.v1.Memory;
import io.myosotis.v1.MemoryChange;
import io.myosotis.v1.MemoryIds;
import io.myosotis.v1.MemoryServiceGrpc;
import io.myosotis.v1.NewMemory;
import io.myosotis.v1.RecallRequest;
import io.myosotis.v1.RecallResponse;
import io.myosotis.v1.ReembedRequest;
import io.myosotis.v1.ReembedResponse;
import io.myosotis.v1.RelateRequest;
import io.myosotis.v1.RelateResponse;
import io.myosotis.v1.RememberRequest;
import io.myosotis.v1.RememberResponse;
import io.myosotis.v1.Role;
import io.myosotis.v1.RotateUserKeyRequest;
import io.myosotis.v1.RotateUserKeyResponse;
import io.myosotis.v1.RunMaintenanceRequest;
import io.myosotis.v1.RunMaintenanceResponse;
import io.myosotis.v1.Session;
import io.myosotis.v1.Turn;
import io.myosotis.v1.UnrelateRequest;
import io.myosotis.v1.UnrelateResponse;
import io.myosotis.v1.UpdateMemoryRequest;
import io.myosotis.v1.UpdateMemoryResponse;
import io.myosotis.v1.WatchMemoriesRequest;
import io.myosotis.v1.WatchMemoriesResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A connection to one Myosotis server, made on first use. Threads may share it; close it. Calls
 * wait for their answers; {@link #async} has those that do not. A call fails with a kind of {@link
 * MyosotisException}; where one kind is to be expected, the method's comment names it. Lists are
 * streams that fetch page after page as they are read.
 */
public final class MyosotisClient implements AutoCloseable {
  private static final long READY_POLL_MILLIS = 100;
  private static final long CLOSE_SECONDS = 5;

  private final ManagedChannel connection;
  private final Calls calls;
  private final Duration watchPatience;

  MyosotisClient(ManagedChannel connection, Calls calls, Duration watchPatience) {
    this.connection = connection;
    this.calls = calls;
    this.watchPatience = watchPatience;
  }

  /** A client in plain text and without a key, as for a server on the same machine. */
  public static MyosotisClient connect(String address) {
    return builder(address).build();
  }

  /**
   * Starts a client of the server at an address.
   *
   * @param address host:port or another gRPC target
   */
  public static MyosotisClientBuilder builder(String address) {
    return new MyosotisClientBuilder(address);
  }

  /** Starts a client over another transport, such as gRPC's in-process one. */
  public static MyosotisClientBuilder builder(ManagedChannelBuilder<?> channel) {
    return new MyosotisClientBuilder(channel);
  }

  /**
   * The same connection, over which every call, streams included, must end within a time. Closing
   * either client closes both.
   */
  public MyosotisClient withTimeout(Duration timeout) {
    return new MyosotisClient(connection, calls.withTimeout(timeout), watchPatience);
  }

  /** The same connection, for calls that do not wait. */
  public AsyncMyosotisClient async() {
    return new AsyncMyosotisClient(calls);
  }

  /**
   * What generated stubs can be made on, with this client's retries, time-outs, API key and
   * idempotency keys. They fail with gRPC's exceptions: see {@link MyosotisException#from}.
   */
  public Channel channel() {
    return calls.channel();
  }

  /** Any call of the contract that has one answer. */
  public <Q, R> R call(MethodDescriptor<Q, R> method, Q request) {
    return calls.unary(method, request);
  }

  /** Any call of the contract that takes one request and streams its answers. */
  public <Q, R> ResponseStream<R> stream(MethodDescriptor<Q, R> method, Q request) {
    return calls.stream(method, request);
  }

  /**
   * Returns once the server answers and says that it serves.
   *
   * @throws MyosotisException.Unavailable if it does not within the time; another kind if it cannot
   *     be asked
   */
  public void waitReady(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (long left = atMost.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      if (isServing(left)) {
        return;
      }
      Thread.sleep(READY_POLL_MILLIS);
    }
    throw MyosotisException.from(
        Status.UNAVAILABLE
            .withDescription("the server did not become ready in time")
            .asRuntimeException());
  }

  private boolean isServing(long nanos) {
    try {
      var answer =
          HealthGrpc.newBlockingStub(calls.channel())
              .withWaitForReady()
              .withDeadlineAfter(nanos, TimeUnit.NANOSECONDS)
              .check(HealthCheckRequest.getDefaultInstance());
      return answer.getStatus() == ServingStatus.SERVING;
    } catch (StatusRuntimeException failure) {
      // One that is not there yet may still come; anything else will not mend itself.
      return switch (failure.getStatus().getCode()) {
        case UNAVAILABLE, DEADLINE_EXCEEDED -> false;
        default -> throw MyosotisException.from(failure);
      };
    }
  }

  /** Closes the connection; calls under way are cancelled. */
  @Override
  public void close() {
    connection.shutdownNow();
    try {
      connection.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Remembers 1 to 100 statements: all of them or, after an error, none. A repetition reinforces
   * what is known and a contradiction supersedes it; the changes tell.
   */
  public RememberResponse remember(RememberRequest request) {
    return calls.unary(MemoryServiceGrpc.getRememberMethod(), request);
  }

  /** Remembers statements, in the user's own words. */
  public RememberResponse remember(String userId, String... statements) {
    RememberRequest.Builder request = RememberRequest.newBuilder().setUserId(userId);
    for (String statement : statements) {
      request.addMemories(NewMemory.newBuilder().setContent(statement));
    }
    return remember(request.build());
  }

  /**
   * The memories that matter most for the query, best first. A user who is not known has none,
   * which is no error.
   */
  public RecallResponse recall(RecallRequest request) {
    return calls.unary(MemoryServiceGrpc.getRecallMethod(), request);
  }

  /** The ten memories that matter most for the query, best first. */
  public RecallResponse recall(String userId, String query) {
    return recall(RecallRequest.newBuilder().setUserId(userId).setQuery(query).build());
  }

  /**
   * Forgets memories by ids, by a filter, in the user's words, or all of them. What is forgotten is
   * gone from every later answer when the call returns; {@code dry_run} only tells what would go.
   */
  public ForgetResponse forget(ForgetRequest request) {
    return calls.unary(MemoryServiceGrpc.getForgetMethod(), request);
  }

  /** Forgets memories by their ids. */
  public ForgetResponse forget(String userId, Collection<String> memoryIds) {
    MemoryIds ids = MemoryIds.newBuilder().addAllMemoryIds(memoryIds).build();
    return forget(ForgetRequest.newBuilder().setUserId(userId).setIds(ids).build());
  }

  /** Forgets the user and everything held about them. */
  public ForgetResponse forgetEverything(String userId) {
    return forget(ForgetRequest.newBuilder().setUserId(userId).setEverything(true).build());
  }

  /** One memory. Throws NotFound. */
  public GetMemoryResponse getMemory(GetMemoryRequest request) {
    return calls.unary(MemoryServiceGrpc.getGetMemoryMethod(), request);
  }

  /** A user's memories, fetched page by page as the stream is read. */
  public Stream<Memory> listMemories(ListMemoriesRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(MemoryServiceGrpc.getListMemoriesMethod(), page),
        ListMemoriesResponse::getMemoriesList,
        ListMemoriesResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /** All active memories of a user. */
  public Stream<Memory> listMemories(String userId) {
    return listMemories(ListMemoriesRequest.newBuilder().setUserId(userId).build());
  }

  /**
   * Changes the fields named in the mask and no others; with an etag, only if the memory is still
   * the one that carried it. Not retried, since a repeat could undo another's change. Throws
   * EtagMismatch, NotFound.
   */
  public UpdateMemoryResponse updateMemory(UpdateMemoryRequest request) {
    return calls.unary(MemoryServiceGrpc.getUpdateMemoryMethod(), request);
  }

  /** Every state that a memory has had, newest first. Throws NotFound. */
  public Stream<MemoryChange> listMemoryRevisions(ListMemoryRevisionsRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(MemoryServiceGrpc.getListMemoryRevisionsMethod(), page),
        ListMemoryRevisionsResponse::getRevisionsList,
        ListMemoryRevisionsResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /** Everything held about a user, in batches as the server sends them. */
  public ResponseStream<ExportMemoriesResponse> exportMemories(ExportMemoriesRequest request) {
    return calls.stream(MemoryServiceGrpc.getExportMemoriesMethod(), request);
  }

  /** Everything held about a user but earlier states. */
  public ResponseStream<ExportMemoriesResponse> exportMemories(String userId) {
    return exportMemories(ExportMemoriesRequest.newBuilder().setUserId(userId).build());
  }

  /**
   * Loads many memories, request by request, and gives the acknowledgements; read them to the end.
   * After a break, the first {@code acknowledged_count} requests are on disk: go on from there. The
   * requests are read in another thread; what that throws comes out of the stream.
   */
  public ResponseStream<ImportMemoriesResponse> importMemories(
      Iterable<ImportMemoriesRequest> requests) {
    return ImportStream.open(
        calls.channel(),
        MemoryServiceGrpc.getImportMemoriesMethod(),
        calls.options(),
        requests.iterator());
  }

  /**
   * Appends 1 to 100 turns, in the order in which they were said, to a session, new or not. What
   * users tell in them is learnt in the background, before the call returns ({@code INLINE}) or
   * never ({@code OFF}).
   */
  public AppendTurnsResponse appendTurns(AppendTurnsRequest request) {
    return calls.unary(ConversationServiceGrpc.getAppendTurnsMethod(), request);
  }

  /** Appends what was said to a session; it is learnt from in the background. */
  public AppendTurnsResponse appendTurn(
      String userId, String sessionId, Role role, String content) {
    return appendTurns(
        AppendTurnsRequest.newBuilder()
            .setUserId(userId)
            .setSessionId(sessionId)
            .addTurns(Turn.newBuilder().setRole(role).setContent(content))
            .build());
  }

  /**
   * What a model should know before it replies: what lasts, what happened, how the user feels, and
   * the latest turns, as messages or as text. Append what the user said first.
   */
  public GetContextResponse getContext(GetContextRequest request) {
    return calls.unary(ConversationServiceGrpc.getGetContextMethod(), request);
  }

  /** The context for the reply to the session's last turn, as messages for a chat model. */
  public GetContextResponse getContext(String userId, String sessionId) {
    return getContext(
        GetContextRequest.newBuilder().setUserId(userId).setSessionId(sessionId).build());
  }

  /**
   * Learns what still waits to be learnt, sums the session up and closes it. Not retried: repeat it
   * yourself if need be, which is safe.
   */
  public EndSessionResponse endSession(EndSessionRequest request) {
    return calls.unary(ConversationServiceGrpc.getEndSessionMethod(), request);
  }

  /** A user's sessions, the one with the latest turn first. */
  public Stream<Session> listSessions(ListSessionsRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(ConversationServiceGrpc.getListSessionsMethod(), page),
        ListSessionsResponse::getSessionsList,
        ListSessionsResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /** The turns of a session in the order in which they were said, none if it is unknown. */
  public Stream<Turn> listTurns(ListTurnsRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(ConversationServiceGrpc.getListTurnsMethod(), page),
        ListTurnsResponse::getTurnsList,
        ListTurnsResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /** How the user has been feeling, by day. */
  public GetEmotionTrendResponse getEmotionTrend(GetEmotionTrendRequest request) {
    return calls.unary(ConversationServiceGrpc.getGetEmotionTrendMethod(), request);
  }

  /** What is known of the user: facts, preferences, habits, values, topics, and a summary. */
  public GetProfileResponse getProfile(GetProfileRequest request) {
    return calls.unary(ConversationServiceGrpc.getGetProfileMethod(), request);
  }

  /**
   * The changes of a user's memories as they happen, without end, oldest first. It starts behind
   * {@code after_revision}: 0 is the user's beginning; the revision that a recall or a write gave
   * is that moment. While the server is unavailable it is asked again, and nothing is missed or
   * comes twice; Unavailable is thrown after {@link MyosotisClientBuilder#watchPatience} of that. To
   * resume in another process, give the last revision that was dealt with whole: one less than that
   * of the last change, of which there may have been more. RevisionGone means that too much
   * happened since, or that the user was erased: list the memories anew.
   */
  public ResponseStream<WatchMemoriesResponse> watchMemories(WatchMemoriesRequest request) {
    return new WatchStream(calls, request, watchPatience);
  }

  /**
   * Relates pairs of memories and entities: all of them or, after an error, none. Throws NotFound,
   * EntityNotFound.
   */
  public RelateResponse relate(RelateRequest request) {
    return calls.unary(GraphServiceGrpc.getRelateMethod(), request);
  }

  /**
   * Removes the relations of a type, or of every type, between two nodes. Not retried, since a
   * repeat could undo another's relating.
   */
  public UnrelateResponse unrelate(UnrelateRequest request) {
    return calls.unary(GraphServiceGrpc.getUnrelateMethod(), request);
  }

  /**
   * The nodes within some steps of a memory or an entity, the closest first. Throws NotFound,
   * EntityNotFound.
   */
  public ListNeighborsResponse listNeighbors(ListNeighborsRequest request) {
    return calls.unary(GraphServiceGrpc.getListNeighborsMethod(), request);
  }

  /** Whom and what the user's memories speak of, the most mentioned first. */
  public Stream<Entity> listEntities(ListEntitiesRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(GraphServiceGrpc.getListEntitiesMethod(), page),
        ListEntitiesResponse::getEntitiesList,
        ListEntitiesResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /**
   * What runs there, and how much it holds. Takes a key for the whole server, where keys are asked
   * for.
   */
  public GetServerInfoResponse getServerInfo(GetServerInfoRequest request) {
    return calls.unary(AdminServiceGrpc.getGetServerInfoMethod(), request);
  }

  /** How much is held of a user. Throws UserNotFound. */
  public GetUserStatsResponse getUserStats(GetUserStatsRequest request) {
    return calls.unary(AdminServiceGrpc.getGetUserStatsMethod(), request);
  }

  /** The ids of the users of the key's tenant, in no order that means anything. */
  public Stream<String> listUsers(ListUsersRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(AdminServiceGrpc.getListUsersMethod(), page),
        ListUsersResponse::getUserIdsList,
        ListUsersResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }

  /**
   * Reviews, reduces, decays and expires now what the schedule would later; for every user if none
   * is named. {@code dry_run} changes nothing. Not retried.
   */
  public RunMaintenanceResponse runMaintenance(RunMaintenanceRequest request) {
    return calls.unary(AdminServiceGrpc.getRunMaintenanceMethod(), request);
  }

  /** Encrypts everything of a user anew, under another key. Not retried. Throws UserNotFound. */
  public RotateUserKeyResponse rotateUserKey(RotateUserKeyRequest request) {
    return calls.unary(AdminServiceGrpc.getRotateUserKeyMethod(), request);
  }

  /**
   * Embeds stored memories again with the server's model, and tells how far it is; closing the
   * stream ends the work, and the next call goes on from there.
   */
  public ResponseStream<ReembedResponse> reembed(ReembedRequest request) {
    return calls.stream(AdminServiceGrpc.getReembedMethod(), request);
  }

  /** A consistent copy of the store; the chunks, one after the other, are the file. */
  public ResponseStream<BackupResponse> backup(BackupRequest request) {
    return calls.stream(AdminServiceGrpc.getBackupMethod(), request);
  }

  /** What was done in the key's tenant. */
  public Stream<AuditEvent> listAuditEvents(ListAuditEventsRequest request) {
    return Pages.stream(
        request,
        page -> calls.unary(AdminServiceGrpc.getListAuditEventsMethod(), page),
        ListAuditEventsResponse::getEventsList,
        ListAuditEventsResponse::getNextPageToken,
        (page, token) -> page.toBuilder().setPageToken(token).build());
  }
}
