package io.myosotis;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.StreamObserver;
import io.myosotis.v1.ConversationServiceGrpc;
import io.myosotis.v1.ExportMemoriesRequest;
import io.myosotis.v1.ExportMemoriesResponse;
import io.myosotis.v1.ImportMemoriesRequest;
import io.myosotis.v1.ImportMemoriesResponse;
import io.myosotis.v1.ListMemoriesRequest;
import io.myosotis.v1.ListMemoriesResponse;
import io.myosotis.v1.MemoryServiceGrpc;
import io.myosotis.v1.RecallRequest;
import io.myosotis.v1.RecallResponse;
import io.myosotis.v1.RememberRequest;
import io.myosotis.v1.RememberResponse;
import io.myosotis.v1.UpdateMemoryRequest;
import io.myosotis.v1.UpdateMemoryResponse;
import io.myosotis.v1.WatchMemoriesRequest;
import io.myosotis.v1.WatchMemoriesResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server in this process that keeps what it is asked, and answers or fails as it is told to. */
final class FakeServer implements AutoCloseable {
  final List<Message> requests = new CopyOnWriteArrayList<>();
  final List<Metadata> headers = new CopyOnWriteArrayList<>();
  /** Seconds that calls had left when they came; null for none. */
  final List<Long> secondsLeft = new CopyOnWriteArrayList<>();
  /** What the next calls fail with, before they succeed. */
  final Queue<StatusRuntimeException> failures = new ArrayDeque<>();
  /** The answers of the next watches; what is no message ends a watch with that failure. */
  final Queue<List<Object>> watches = new ArrayDeque<>();
  final CountDownLatch cancelled = new CountDownLatch(1);
  final HealthStatusManager health = new HealthStatusManager();
  final MemoryServiceGrpc.AsyncService memory = new FakeMemory();

  private final String name = InProcessServerBuilder.generateName();
  private final Server server;

  FakeServer() throws IOException {
    server =
        InProcessServerBuilder.forName(name)
            .addService(ServerInterceptors.intercept(MemoryServiceGrpc.bindService(memory), seen()))
            .addService(
                ServerInterceptors.intercept(
                    ConversationServiceGrpc.bindService(new FakeConversation()), seen()))
            .addService(health.getHealthService())
            .build()
            .start();
  }

  MyosotisClientBuilder client() {
    return MyosotisClient.builder(InProcessChannelBuilder.forName(name));
  }

  /** A failure as the server sends it. */
  static StatusRuntimeException failure(Status.Code code, Message... details) {
    var status = com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage("told why");
    for (Message detail : details) {
      status.addDetails(Any.pack(detail));
    }
    Metadata trailers = new Metadata();
    trailers.put(Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER), "call-7");
    return StatusProto.toStatusRuntimeException(status.build(), trailers);
  }

  ServerInterceptor seen() {
    return new ServerInterceptor() {
      @Override
      public <Q, R> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, R> call, Metadata came, ServerCallHandler<Q, R> next) {
        headers.add(came);
        Deadline deadline = Context.current().getDeadline();
        secondsLeft.add(deadline == null ? null : deadline.timeRemaining(TimeUnit.SECONDS));
        return next.startCall(call, came);
      }
    };
  }

  private synchronized <R> void answer(Message request, StreamObserver<R> observer, R answer) {
    requests.add(request);
    StatusRuntimeException failure = failures.poll();
    if (failure != null) {
      observer.onError(failure);
      return;
    }
    observer.onNext(answer);
    observer.onCompleted();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class FakeMemory implements MemoryServiceGrpc.AsyncService {
    @Override
    public void remember(RememberRequest request, StreamObserver<RememberResponse> observer) {
      answer(request, observer, RememberResponse.newBuilder().setRevision(7).build());
    }

    @Override
    public void recall(RecallRequest request, StreamObserver<RecallResponse> observer) {
      if (request.getQuery().equals("wait")) {
        Context.current().addListener(context -> cancelled.countDown(), Runnable::run);
        return;
      }
      answer(request, observer, RecallResponse.newBuilder().setRevision(7).build());
    }

    @Override
    public void updateMemory(
        UpdateMemoryRequest request, StreamObserver<UpdateMemoryResponse> observer) {
      answer(request, observer, UpdateMemoryResponse.getDefaultInstance());
    }

    /** Pages "" → 1, "1" → none, "2" → 2. */
    @Override
    public void listMemories(
        ListMemoriesRequest request, StreamObserver<ListMemoriesResponse> observer) {
      ListMemoriesResponse.Builder page = ListMemoriesResponse.newBuilder();
      switch (request.getPageToken()) {
        case "" -> page.setNextPageToken("1").addMemoriesBuilder().setContent("一");
        case "1" -> page.setNextPageToken("2");
        default -> page.addMemoriesBuilder().setContent("two");
      }
      answer(request, observer, page.build());
    }

    @Override
    public void exportMemories(
        ExportMemoriesRequest request, StreamObserver<ExportMemoriesResponse> observer) {
      requests.add(request);
      Context.current().addListener(context -> cancelled.countDown(), Runnable::run);
      observer.onNext(ExportMemoriesResponse.getDefaultInstance());
      StatusRuntimeException failure = failures.poll();
      if (failure != null) {
        observer.onError(failure);
      }
    }

    @Override
    public StreamObserver<ImportMemoriesRequest> importMemories(
        StreamObserver<ImportMemoriesResponse> observer) {
      return new StreamObserver<>() {
        private int count;

        @Override
        public void onNext(ImportMemoriesRequest request) {
          count++;
          observer.onNext(ImportMemoriesResponse.newBuilder().setAcknowledgedCount(count).build());
        }

        @Override
        public void onError(Throwable error) {
          cancelled.countDown();
        }

        @Override
        public void onCompleted() {
          observer.onCompleted();
        }
      };
    }
  }

  private final class FakeConversation implements ConversationServiceGrpc.AsyncService {
    @Override
    public void watchMemories(
        WatchMemoriesRequest request, StreamObserver<WatchMemoriesResponse> observer) {
      requests.add(request);
      for (Object next : watches.isEmpty() ? List.of() : watches.remove()) {
        if (next instanceof StatusRuntimeException failure) {
          observer.onError(failure);
          return;
        }
        observer.onNext((WatchMemoriesResponse) next);
      }
      observer.onCompleted();
    }
  }
}
