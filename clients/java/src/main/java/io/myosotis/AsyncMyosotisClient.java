package io.myosotis;

import io.myosotis.v1.AdminServiceGrpc;
import io.myosotis.v1.AppendTurnsRequest;
import io.myosotis.v1.AppendTurnsResponse;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.EndSessionRequest;
import io.myosotis.v1.EndSessionResponse;
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
import io.myosotis.v1.MemoryServiceGrpc;
import io.myosotis.v1.RecallRequest;
import io.myosotis.v1.RecallResponse;
import io.myosotis.v1.RelateRequest;
import io.myosotis.v1.RelateResponse;
import io.myosotis.v1.RememberRequest;
import io.myosotis.v1.RememberResponse;
import io.myosotis.v1.RotateUserKeyRequest;
import io.myosotis.v1.RotateUserKeyResponse;
import io.myosotis.v1.RunMaintenanceRequest;
import io.myosotis.v1.RunMaintenanceResponse;
import io.myosotis.v1.UnrelateRequest;
import io.myosotis.v1.UnrelateResponse;
import io.myosotis.v1.UpdateMemoryRequest;
import io.myosotis.v1.UpdateMemoryResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The calls of a {@link MyosotisClient} that have one answer, without waiting for it. Cancelling a
 * future cancels its call, and what it fails with is a kind of {@link MyosotisException}. What
 * follows a future runs in gRPC's threads, which should not be kept waiting. For streams, make a
 * stub on {@link MyosotisClient#channel}.
 */
public final class AsyncMyosotisClient {
  private final Calls calls;

  AsyncMyosotisClient(Calls calls) {
    this.calls = calls;
  }

  /** The same connection, over which every call must end within a time. */
  public AsyncMyosotisClient withTimeout(Duration timeout) {
    return new AsyncMyosotisClient(calls.withTimeout(timeout));
  }

  /** See {@link MyosotisClient#remember(RememberRequest)}. */
  public CompletableFuture<RememberResponse> remember(RememberRequest request) {
    return calls.future(MemoryServiceGrpc.getRememberMethod(), request);
  }

  /** See {@link MyosotisClient#recall(RecallRequest)}. */
  public CompletableFuture<RecallResponse> recall(RecallRequest request) {
    return calls.future(MemoryServiceGrpc.getRecallMethod(), request);
  }

  /** See {@link MyosotisClient#forget(ForgetRequest)}. */
  public CompletableFuture<ForgetResponse> forget(ForgetRequest request) {
    return calls.future(MemoryServiceGrpc.getForgetMethod(), request);
  }

  /** See {@link MyosotisClient#getMemory(GetMemoryRequest)}. */
  public CompletableFuture<GetMemoryResponse> getMemory(GetMemoryRequest request) {
    return calls.future(MemoryServiceGrpc.getGetMemoryMethod(), request);
  }

  /** One page of {@link MyosotisClient#listMemories(ListMemoriesRequest)}. */
  public CompletableFuture<ListMemoriesResponse> listMemories(ListMemoriesRequest request) {
    return calls.future(MemoryServiceGrpc.getListMemoriesMethod(), request);
  }

  /** See {@link MyosotisClient#updateMemory(UpdateMemoryRequest)}. */
  public CompletableFuture<UpdateMemoryResponse> updateMemory(UpdateMemoryRequest request) {
    return calls.future(MemoryServiceGrpc.getUpdateMemoryMethod(), request);
  }

  /** One page of {@link MyosotisClient#listMemoryRevisions(ListMemoryRevisionsRequest)}. */
  public CompletableFuture<ListMemoryRevisionsResponse> listMemoryRevisions(
      ListMemoryRevisionsRequest request) {
    return calls.future(MemoryServiceGrpc.getListMemoryRevisionsMethod(), request);
  }

  /** See {@link MyosotisClient#appendTurns(AppendTurnsRequest)}. */
  public CompletableFuture<AppendTurnsResponse> appendTurns(AppendTurnsRequest request) {
    return calls.future(ConversationServiceGrpc.getAppendTurnsMethod(), request);
  }

  /** See {@link MyosotisClient#getContext(GetContextRequest)}. */
  public CompletableFuture<GetContextResponse> getContext(GetContextRequest request) {
    return calls.future(ConversationServiceGrpc.getGetContextMethod(), request);
  }

  /** See {@link MyosotisClient#endSession(EndSessionRequest)}. */
  public CompletableFuture<EndSessionResponse> endSession(EndSessionRequest request) {
    return calls.future(ConversationServiceGrpc.getEndSessionMethod(), request);
  }

  /** One page of {@link MyosotisClient#listSessions(ListSessionsRequest)}. */
  public CompletableFuture<ListSessionsResponse> listSessions(ListSessionsRequest request) {
    return calls.future(ConversationServiceGrpc.getListSessionsMethod(), request);
  }

  /** One page of {@link MyosotisClient#listTurns(ListTurnsRequest)}. */
  public CompletableFuture<ListTurnsResponse> listTurns(ListTurnsRequest request) {
    return calls.future(ConversationServiceGrpc.getListTurnsMethod(), request);
  }

  /** See {@link MyosotisClient#getEmotionTrend(GetEmotionTrendRequest)}. */
  public CompletableFuture<GetEmotionTrendResponse> getEmotionTrend(
      GetEmotionTrendRequest request) {
    return calls.future(ConversationServiceGrpc.getGetEmotionTrendMethod(), request);
  }

  /** See {@link MyosotisClient#getProfile(GetProfileRequest)}. */
  public CompletableFuture<GetProfileResponse> getProfile(GetProfileRequest request) {
    return calls.future(ConversationServiceGrpc.getGetProfileMethod(), request);
  }

  /** See {@link MyosotisClient#relate(RelateRequest)}. */
  public CompletableFuture<RelateResponse> relate(RelateRequest request) {
    return calls.future(GraphServiceGrpc.getRelateMethod(), request);
  }

  /** See {@link MyosotisClient#unrelate(UnrelateRequest)}. */
  public CompletableFuture<UnrelateResponse> unrelate(UnrelateRequest request) {
    return calls.future(GraphServiceGrpc.getUnrelateMethod(), request);
  }

  /** See {@link MyosotisClient#listNeighbors(ListNeighborsRequest)}. */
  public CompletableFuture<ListNeighborsResponse> listNeighbors(ListNeighborsRequest request) {
    return calls.future(GraphServiceGrpc.getListNeighborsMethod(), request);
  }

  /** One page of {@link MyosotisClient#listEntities(ListEntitiesRequest)}. */
  public CompletableFuture<ListEntitiesResponse> listEntities(ListEntitiesRequest request) {
    return calls.future(GraphServiceGrpc.getListEntitiesMethod(), request);
  }

  /** See {@link MyosotisClient#getServerInfo(GetServerInfoRequest)}. */
  public CompletableFuture<GetServerInfoResponse> getServerInfo(GetServerInfoRequest request) {
    return calls.future(AdminServiceGrpc.getGetServerInfoMethod(), request);
  }

  /** See {@link MyosotisClient#getUserStats(GetUserStatsRequest)}. */
  public CompletableFuture<GetUserStatsResponse> getUserStats(GetUserStatsRequest request) {
    return calls.future(AdminServiceGrpc.getGetUserStatsMethod(), request);
  }

  /** One page of {@link MyosotisClient#listUsers(ListUsersRequest)}. */
  public CompletableFuture<ListUsersResponse> listUsers(ListUsersRequest request) {
    return calls.future(AdminServiceGrpc.getListUsersMethod(), request);
  }

  /** See {@link MyosotisClient#runMaintenance(RunMaintenanceRequest)}. */
  public CompletableFuture<RunMaintenanceResponse> runMaintenance(RunMaintenanceRequest request) {
    return calls.future(AdminServiceGrpc.getRunMaintenanceMethod(), request);
  }

  /** See {@link MyosotisClient#rotateUserKey(RotateUserKeyRequest)}. */
  public CompletableFuture<RotateUserKeyResponse> rotateUserKey(RotateUserKeyRequest request) {
    return calls.future(AdminServiceGrpc.getRotateUserKeyMethod(), request);
  }

  /** One page of {@link MyosotisClient#listAuditEvents(ListAuditEventsRequest)}. */
  public CompletableFuture<ListAuditEventsResponse> listAuditEvents(
      ListAuditEventsRequest request) {
    return calls.future(AdminServiceGrpc.getListAuditEventsMethod(), request);
  }
}
