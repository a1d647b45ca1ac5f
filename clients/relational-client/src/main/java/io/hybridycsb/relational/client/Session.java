package io.hybridycsb.relational.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Record;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What one thread uses of a {@link RelationalClient}. A session keeps to one node and moves on to
 * the next when that one doesn't serve a call in time. Not safe for use by several threads.
 */
public final class Session {
  /** The share of an attempt's time that its answer has for the way back. */
  private static final int RETURN_PART = 10;

  private final RelationalClient client;
  private final Attempts attempts;

  Session(RelationalClient client, Attempts attempts) {
    this.client = client;
    this.attempts = attempts;
  }

  /**
   * Executes a call: sends its transaction, which other threads' calls may share, to one node after
   * another until it is in the chain.
   *
   * @throws RelationalException as {@link Attempts#call} says
   */
  public CallResult execute(Submission submission) {
    long deadline = client.deadline();
    Batches.Sender sender = (calls, signed) -> commit(sign(calls, signed), deadline);
    return submission.of(together(client.commits(), submission, sender, deadline));
  }

  /**
   * Sends a call, in the same way, until a node has accepted it. Waits first while too many that
   * were accepted before have no outcome.
   *
   * @throws RelationalException as {@link Attempts#call} says
   */
  public void submit(Submission submission) {
    long deadline = client.deadline();
    Batches.Sender sender = (calls, signed) -> submit(sign(calls, signed), deadline);
    together(client.submissions(), submission, sender, deadline);
  }

  /** Alone if the transaction is refused: that may be the fault of another call. */
  private static Result together(
      Batches batches, Submission submission, Batches.Sender sender, long deadline) {
    try {
      return batches.send(submission, sender, deadline);
    } catch (RelationalException.Invalid e) {
      boolean shared = submission.signed().filter(refused -> refused.calls() > 1).isPresent();
      if (!shared) {
        throw e;
      }
      return sender.send(List.of(submission.call()), signed -> submission.sentAs(signed, 0));
    }
  }

  private SignedCalls sign(List<Call> calls, Consumer<SignedCalls> told) {
    SignedCalls signed = client.sign(calls);
    told.accept(signed);
    return signed;
  }

  /**
   * Sends a transaction that is this thread's alone.
   *
   * @return its result, at a height above 0
   * @throws RelationalException as {@link Attempts#call} says
   */
  public Result commit(SignedCalls calls) {
    return commit(calls, client.deadline());
  }

  private Result commit(SignedCalls calls, long deadline) {
    Result result =
        attempts.call(
            deadline,
            (node, timeoutNanos) -> {
              Result answer = submit(node, calls, waitMs(timeoutNanos), timeoutNanos);
              return decided(node, calls, answer);
            });
    client.seen(result.getHeight());
    return result;
  }

  /**
   * Sends a transaction that is this thread's alone, until a node has accepted it; waits first as
   * for a call.
   *
   * @throws RelationalException as {@link Attempts#call} says
   */
  public void submit(SignedCalls calls) {
    submit(calls, client.deadline());
  }

  private Result submit(SignedCalls calls, long deadline) {
    Accepted accepted = client.accepted();
    accepted.reserve(calls, deadline);
    try {
      Result answer =
          attempts.call(
              deadline, (node, timeoutNanos) -> Optional.of(submit(node, calls, 0, timeoutNanos)));
      accepted.add(calls, attempts.node());
      return answer;
    } catch (RelationalException.UnknownOutcome e) {
      accepted.add(calls, attempts.node());
      throw e;
    } catch (RuntimeException | Error e) {
      accepted.release(calls);
      throw e;
    }
  }

  private static Result submit(
      NodeConnection node, SignedCalls calls, int waitMs, long timeoutNanos) {
    return node.call(Methods.SUBMIT, submitRequest(calls, waitMs), timeoutNanos);
  }

  private static SubmitRequest submitRequest(SignedCalls calls, int waitMs) {
    return SubmitRequest.newBuilder().setTransaction(calls.transaction()).setWaitMs(waitMs).build();
  }

  private static Optional<Result> decided(NodeConnection node, SignedCalls calls, Result answer) {
    if (answer.getHeight() <= 0) {
      return Optional.empty();
    }
    int values = answer.getValuesCount();
    if (answer.getOutcomesCount() != calls.calls() || (values != 0 && values != calls.calls())) {
      throw new NodeFailure(
          NodeFailure.Kind.NO_ANSWER,
          "%s: tells %d outcomes and %d values of %d calls"
              .formatted(node.address(), answer.getOutcomesCount(), values, calls.calls()));
    }
    return Optional.of(answer);
  }

  private static int waitMs(long timeoutNanos) {
    long ms = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    return (int) Math.max(1, ms - ms / RETURN_PART);
  }

  /**
   * What became of a call, as one node after another knows it.
   *
   * @return empty if it is not in the chain of any node that answers; it may still come into it
   * @throws RelationalException.Unavailable if no node answers
   */
  public Optional<CallResult> find(Submission submission) {
    return submission.signed().flatMap(this::find).map(submission::of);
  }

  /**
   * Asks a node for the result of a transaction, without waiting for it here.
   *
   * @param again whether the transaction is sent, too
   * @return empty if the node doesn't know it in time
   */
  static CompletableFuture<Optional<Result>> ask(
      NodeConnection node,
      ByteString publicKey,
      SignedCalls calls,
      boolean again,
      long timeoutNanos) {
    int waitMs = waitMs(timeoutNanos);
    CompletableFuture<Result> answer =
        again
            ? node.callLater(Methods.SUBMIT, submitRequest(calls, waitMs), timeoutNanos)
            : node.callLater(Methods.FIND, findRequest(publicKey, calls, waitMs), timeoutNanos);
    return answer.thenApply(result -> decided(node, calls, result));
  }

  private static FindRequest findRequest(ByteString publicKey, SignedCalls calls, int waitMs) {
    return FindRequest.newBuilder()
        .setClient(publicKey)
        .setNumber(calls.number())
        .setWaitMs(waitMs)
        .build();
  }

  /** What became of a transaction, as {@link #find(Submission)}. */
  public Optional<Result> find(SignedCalls calls) {
    FindRequest request = findRequest(client.publicKey(), calls, 0);
    Optional<Result> found = Optional.empty();
    for (int i = 0; i < client.nodes() && found.isEmpty(); i++) {
      found =
          reading(
              client.deadline(),
              (node, timeoutNanos) ->
                  Optional.of(
                      decided(node, calls, node.call(Methods.FIND, request, timeoutNanos))));
      if (found.isEmpty()) {
        attempts.moveOn();
      }
    }
    found.ifPresent(result -> client.seen(result.getHeight()));
    return found;
  }

  /** The record, as fresh as {@link ClientOptions#reads} asks for; empty if there is none. */
  public Optional<Record> read(String table, String key) {
    long deadline = client.deadline();
    return single(table, key, minHeight(deadline), deadline);
  }

  /** The same for a transaction whose commit will check that it is still current. */
  public Optional<Record> readUnordered(String table, String key) {
    return single(table, key, client.seen(), client.deadline());
  }

  private Optional<Record> single(String table, String key, long minHeight, long deadline) {
    List<Record> records = read(table, key, 0, minHeight, deadline);
    return records.isEmpty() ? Optional.empty() : Optional.of(records.get(0));
  }

  /** At most {@code count} records from {@code startKey} on, by rising key. */
  public List<Record> scan(String table, String startKey, int count) {
    long deadline = client.deadline();
    return read(table, startKey, count, minHeight(deadline), deadline);
  }

  private List<Record> read(String table, String key, int count, long minHeight, long deadline) {
    ReadRequest request =
        ReadRequest.newBuilder()
            .setTable(table)
            .setKey(key)
            .setCount(count)
            .setMinHeight(minHeight)
            .build();
    ReadReply reply =
        reading(
            deadline,
            (node, timeoutNanos) -> {
              ReadReply answer = node.call(Methods.READ, request, timeoutNanos);
              if (answer.getHeight() < minHeight || answer.getRecordsCount() > Math.max(1, count)) {
                throw new NodeFailure(
                    NodeFailure.Kind.NO_ANSWER,
                    node.address() + ": answers what makes no sense to a read");
              }
              return Optional.of(answer);
            });
    client.seen(reply.getHeight());
    return reply.getRecordsList();
  }

  /** The height that a read's answer must have, at least. */
  private long minHeight(long deadline) {
    return client.reads() == ClientOptions.ReadLevel.ORDERED
        ? client.barriers().pass(() -> order(deadline), deadline)
        : client.seen();
  }

  private long order(long deadline) {
    return commit(client.sign(List.of()), deadline).getHeight();
  }

  /** The status of the session's node, or of another that answers. */
  public StatusReply status() {
    return reading(
        client.deadline(),
        (node, timeoutNanos) ->
            Optional.of(
                node.call(Methods.STATUS, StatusRequest.getDefaultInstance(), timeoutNanos)));
  }

  /** A call that changes nothing: if no answer comes, nothing is in doubt. */
  private <A> A reading(long deadline, Attempts.Attempt<A> attempt) {
    try {
      return attempts.call(deadline, attempt);
    } catch (RelationalException.UnknownOutcome e) {
      throw new RelationalException.Unavailable(e.getMessage());
    }
  }
}
