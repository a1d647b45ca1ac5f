package io.hybridycsb.relational.node;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.peers.CallLimit;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.peers.PeerPort;
import io.hybridycsb.relational.client.Methods;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.node.database.TransactionId;
import io.hybridycsb.relational.node.database.TransactionResult;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients ask of a node. Statuses: {@code INVALID_ARGUMENT} if the request is wrong, {@code
 * RESOURCE_EXHAUSTED} if there are too many, {@code UNAVAILABLE} if the database or what orders
 * transactions doesn't answer, {@code DEADLINE_EXCEEDED} if a height isn't reached in time.
 */
final class ClientService {
  /** The longest wait, whatever the client's deadline. */
  private static final int WAIT_MS_MAX = 600_000;

  private static final int WAIT_MS_DEFAULT = 10_000;

  /**
   * How long a connection may be quiet, and a request not be whole. It is long, since a whole
   * request that waits for a thread can't be told from either.
   */
  private static final int QUIET_MS = 600_000;

  /** What a request has besides its transaction. */
  private static final int REQUEST_EXTRA_BYTES = 4_096;

  private final String node;
  private final TransactionChecks checks;
  private final Commits commits;
  private final ChainDatabase database;
  private final Reads reads;
  private final Ordering ordering;
  private final ProcessingTime processing;
  private final long waitingBytesMax;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Executor executor;

  /**
   * Where clients connect to.
   *
   * @param connectionsMax connections, at most
   * @param callsMax calls of all connections, at most
   * @param transactionBytesMax bytes of a transaction, at most
   */
  record PortOptions(
      InetSocketAddress listen,
      Optional<ServerTls> tls,
      int connectionsMax,
      int callsMax,
      int transactionBytesMax) {}

  /**
   * @param processing of transactions, before they are ordered
   * @param waitingBytesMax bytes of transactions that are held for clients, at most
   */
  ClientService(
      String node,
      BlockProcessor blocks,
      Reads reads,
      Ordering ordering,
      ProcessingTime processing,
      long waitingBytesMax,
      Executor executor) {
    this.node = node;
    this.checks = blocks.checks();
    this.commits = blocks.commits();
    this.database = blocks.database();
    this.reads = reads;
    this.ordering = ordering;
    this.processing = processing;
    this.waitingBytesMax = waitingBytesMax;
    this.executor = executor;
  }

  /** Bytes of the transactions that are held for clients. */
  long waitingBytes() {
    return waitingBytes.get();
  }

  /**
   * Opens the port. Keys are shown by transactions, each by itself, and not by connections.
   *
   * @throws IOException if the address can't be listened on
   */
  PeerPort listen(PortOptions options) throws IOException {
    int requestBytesMax = options.transactionBytesMax() + REQUEST_EXTRA_BYTES;
    return new PeerPort(
        NettyServerBuilder.forAddress(options.listen())
            .executor(executor)
            .maxInboundMessageSize(requestBytesMax)
            .maxConcurrentCallsPerConnection(options.callsMax())
            .intercept(new CallLimit(options.callsMax(), "client.calls.max"))
            .addService(definition()),
        options.tls(),
        new PeerBounds(
            PeerBounds.Connections.ofStrangers(options.connectionsMax(), options.callsMax()),
            PeerBounds.Bytes.ofStrangers(requestBytesMax),
            new PeerBounds.Times(QUIET_MS, QUIET_MS, PeerBounds.Times.DEFAULT.undisturbedMs())));
  }

  private ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(Methods.SERVICE)
        .addMethod(Methods.SUBMIT, ServerCalls.asyncUnaryCall(this::submit))
        .addMethod(Methods.FIND, ServerCalls.asyncUnaryCall(this::find))
        .addMethod(Methods.READ, ServerCalls.asyncUnaryCall(this::read))
        .addMethod(Methods.STATUS, ServerCalls.asyncUnaryCall(this::status))
        .build();
  }

  private void submit(SubmitRequest request, StreamObserver<Result> client) {
    byte[] transaction = request.getTransaction().toByteArray();
    if (waitingBytes.addAndGet(transaction.length) > waitingBytesMax) {
      waitingBytes.addAndGet(-transaction.length);
      client.onError(
          status(Status.RESOURCE_EXHAUSTED, "too many transactions wait here; try again later"));
      return;
    }
    answer(
        processed(transaction, waitMs(request.getWaitMs()))
            .whenComplete((result, failure) -> waitingBytes.addAndGet(-transaction.length)),
        client);
  }

  /** Checks a transaction, processes it, and then submits it. */
  private CompletableFuture<Result> processed(byte[] transaction, long waitMs) {
    BlockTransaction read;
    try {
      read = checks.read(transaction);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(status(Status.INVALID_ARGUMENT, e.getMessage()));
    }
    if (processing.ms() == 0 || read.calls().stream().noneMatch(ClientService::writes)) {
      return submitted(read, transaction, waitMs);
    }
    CompletableFuture<Void> processed = new CompletableFuture<>();
    long leftMs = Math.max(0, waitMs - processing.ms());
    return processing.submitAfter(transaction.length, () -> processed.complete(null))
        ? processed.thenComposeAsync(nothing -> submitted(read, transaction, leftMs), executor)
        : CompletableFuture.failedFuture(
            status(
                Status.RESOURCE_EXHAUSTED,
                "as many transactions are processed here as may (processing.ms)"));
  }

  private static boolean writes(Call call) {
    return !call.hasRecords() || call.getRecords().getWritesCount() > 0;
  }

  private CompletableFuture<Result> submitted(
      BlockTransaction read, byte[] transaction, long waitMs) {
    CompletableFuture<Optional<TransactionResult>> committed =
        CompletableFuture.completedFuture(Optional.empty());
    try {
      if (waitMs > 0) {
        committed = commits.await(read, waitMs);
      }
      boolean isNew = ordering.take(read, transaction);
      return isNew || waitMs == 0
          ? committed.thenApply(ClientService::message)
          : found(() -> reads.find(read), committed, waitMs);
    } catch (Ordering.NotTaken e) {
      committed.complete(Optional.empty());
      return CompletableFuture.failedFuture(
          status(e.isBusy() ? Status.RESOURCE_EXHAUSTED : Status.UNAVAILABLE, e.getMessage()));
    }
  }

  /** Asks the database. */
  private interface Lookup {
    Optional<TransactionResult> find() throws SQLException;
  }

  /** From the database, or else once it is committed; in any case once it is decided. */
  private CompletableFuture<Result> found(
      Lookup lookup, CompletableFuture<Optional<TransactionResult>> committed, long waitMs) {
    try {
      Optional<TransactionResult> found = lookup.find();
      if (found.isEmpty()) {
        return committed.thenApply(ClientService::message);
      }
      committed.complete(Optional.empty());
      return commits
          .awaitHeight(found.get().height(), waitMs)
          .thenApply(decided -> message(found.filter(result -> decided)));
    } catch (SQLException e) {
      committed.complete(Optional.empty());
      return CompletableFuture.failedFuture(status(Status.UNAVAILABLE, Reads.reason(e)));
    }
  }

  private static Result message(Optional<TransactionResult> result) {
    return result.map(TransactionResult::message).orElse(Result.getDefaultInstance());
  }

  private void find(FindRequest request, StreamObserver<Result> client) {
    if (request.getClient().size() != Ed25519.PUBLIC_KEY_BYTES) {
      client.onError(status(Status.INVALID_ARGUMENT, "a client is a public key of 32 bytes"));
      return;
    }
    TransactionId id = new TransactionId(request.getClient(), request.getNumber());
    long waitMs = waitMs(request.getWaitMs());
    CompletableFuture<Optional<TransactionResult>> committed =
        waitMs == 0
            ? CompletableFuture.completedFuture(Optional.empty())
            : commits.await(id, waitMs);
    answer(waitMs == 0 ? foundNow(id) : found(() -> reads.find(id), committed, waitMs), client);
  }

  private CompletableFuture<Result> foundNow(TransactionId id) {
    try {
      return CompletableFuture.completedFuture(
          message(reads.find(id).filter(result -> result.height() <= commits.height())));
    } catch (SQLException e) {
      return CompletableFuture.failedFuture(status(Status.UNAVAILABLE, Reads.reason(e)));
    }
  }

  private void read(ReadRequest request, StreamObserver<ReadReply> client) {
    if (Integer.toUnsignedLong(request.getCount()) > Reads.COUNT_MAX) {
      client.onError(
          status(Status.INVALID_ARGUMENT, "a read has at most " + Reads.COUNT_MAX + " records"));
      return;
    }
    long waitMs = waitMs(WAIT_MS_DEFAULT);
    answer(
        commits
            .awaitHeight(request.getMinHeight(), waitMs)
            .thenApplyAsync(reached -> read(request, reached), executor)
            .thenCompose(reply -> onceDecided(reply, waitMs)),
        client);
  }

  /** What was read may be of a block that is not decided yet. */
  private CompletableFuture<ReadReply> onceDecided(ReadReply reply, long waitMs) {
    return commits
        .awaitHeight(reply.getHeight(), waitMs)
        .thenApply(
            decided -> {
              if (!decided) {
                throw notReached(reply.getHeight());
              }
              return reply;
            });
  }

  private io.grpc.StatusRuntimeException notReached(long height) {
    return status(
        Status.DEADLINE_EXCEEDED,
        "%s has committed block %d and knows that block %d is decided, and block %d was waited for"
            .formatted(node, database.height(), commits.height(), height));
  }

  private ReadReply read(ReadRequest request, boolean reached) {
    if (!reached) {
      throw notReached(request.getMinHeight());
    }
    try {
      return reads.read(request.getTable(), request.getKey(), request.getCount());
    } catch (IllegalArgumentException e) {
      throw status(Status.INVALID_ARGUMENT, e.getMessage());
    } catch (SQLException e) {
      throw status(Status.UNAVAILABLE, Reads.reason(e));
    }
  }

  private void status(StatusRequest request, StreamObserver<StatusReply> client) {
    ChainDatabase.Head head = database.head();
    client.onNext(
        StatusReply.newBuilder()
            .setNode(node)
            .setHeight(head.height())
            .setAppHash(ByteString.copyFrom(head.appHash()))
            .build());
    client.onCompleted();
  }

  /** Within the client's deadline, if it has one. */
  private static long waitMs(int asked) {
    long waitMs = Math.min(Integer.toUnsignedLong(asked), WAIT_MS_MAX);
    Deadline deadline = Context.current().getDeadline();
    return deadline == null
        ? waitMs
        : Math.max(0, Math.min(waitMs, deadline.timeRemaining(TimeUnit.MILLISECONDS)));
  }

  private static <T> void answer(CompletableFuture<T> answer, StreamObserver<T> client) {
    answer.whenComplete(
        (reply, failure) -> {
          if (failure != null) {
            client.onError(failure instanceof CompletionException e ? e.getCause() : failure);
          } else {
            client.onNext(reply);
            client.onCompleted();
          }
        });
  }

  private static io.grpc.StatusRuntimeException status(Status status, String description) {
    return status.withDescription(description).asRuntimeException();
  }
}
