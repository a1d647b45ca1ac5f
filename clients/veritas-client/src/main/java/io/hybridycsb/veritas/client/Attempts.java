package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.connection.NodeConnection;
import io.hybridycsb.veritas.connection.PendingReply;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One request's way through the nodes: to the session's node, and to the next whenever one fails.
 * When there is no answer to a read for a while, the next node is asked too; the first answer
 * counts. Where nodes may withhold answers, so it is with every call. That is safe for commits too,
 * since the same signed transaction commits once.
 *
 * <p>What a node refuses as wrong is refused for good, but for proofs: nodes differ in what they
 * can prove, and one that lies would rather prove nothing. Those are refused when every node has,
 * or more than may lie when time is up.
 */
final class Attempts {
  private final Session session;
  private final VeritasClient client;
  private final long deadline;
  private final Supplier<Request.Builder> request;
  private final List<PendingReply> underway = new ArrayList<>();
  private long patienceEnds;
  private String answeredBy = "";
  private int sent;
  private boolean refused;
  private VeritasException last;

  private boolean asksForProof;
  private boolean isRead;
  private boolean isCommit;
  private String asked;

  /** What nodes have said that refuse to prove, by their addresses. */
  private final Map<String, String> refusals = new LinkedHashMap<>();

  /**
   * @param deadline of {@link System#nanoTime}
   * @param request makes the request for each node; null as long as it can't be sent
   */
  Attempts(Session session, long deadline, Supplier<Request.Builder> request) {
    this.session = session;
    client = session.client();
    this.deadline = deadline;
    this.request = request;
    asked = session.connection().address();
    renewPatience();
  }

  /** Counts a request that was sent to the session's node already. */
  Attempts with(PendingReply first) {
    underway.add(first);
    sent++;
    return this;
  }

  /** Why there is no answer; null if no attempt has failed. */
  VeritasException last() {
    if (refusals.isEmpty()) {
      return last;
    }
    Map.Entry<String, String> first = refusals.entrySet().iterator().next();
    return refusals.size() > client.seen().liarsMax()
        ? new VeritasException.Invalid(first.getValue())
        : new VeritasException.Unavailable(first.getKey() + ": " + first.getValue());
  }

  /** As {@link #await}, or throws what {@link #noAnswer} says. */
  Response require() {
    Response response = await();
    if (response == null) {
      throw noAnswer();
    }
    return response;
  }

  /** Why there is no answer. */
  VeritasException noAnswer() {
    VeritasException failure = last();
    return failure != null
        ? failure
        : new VeritasException.Unavailable(
            "no answer from %s within %s ms".formatted(asked, client.options().timeoutMs()));
  }

  /** The node whose answer {@link #await} returned. */
  String answeredBy() {
    return answeredBy;
  }

  /**
   * Waits for an answer that is no failure; null when time is up, or when a node refuses the commit
   * that another may have taken before.
   *
   * @throws VeritasException.Invalid if the request is wrong: a node refuses it, or all nodes if it
   *     is for a proof
   */
  Response await() {
    return await(deadline);
  }

  /** As {@link #await()}; null at a time, too, and then what is underway goes on. */
  Response await(long until) {
    boolean goesOn = false;
    try {
      if (underway.isEmpty()) {
        send();
      }
      while (System.nanoTime() < deadline) {
        PendingReply done = PendingReply.awaitAny(underway, Math.min(until, nextTurn()));
        goesOn = done == null && until < deadline && System.nanoTime() >= until;
        if (goesOn) {
          return null;
        }
        if (done != null) {
          underway.remove(done);
          Response response = answer(done);
          if (response != null) {
            return response;
          }
          session.moveOn(deadline);
        } else if (mayAskMore() || System.nanoTime() - deadline >= 0) {
          session.moveOn(System.nanoTime());
        }
        if (isRefusedByAll()) {
          throw last();
        }
        if (underway.isEmpty() && refused) {
          return null;
        }
        send();
      }
      return null;
    } finally {
      if (!goesOn) {
        abandon();
      }
    }
  }

  /** Waits for none of its answers any more. */
  void abandon() {
    underway.forEach(PendingReply::abandon);
  }

  /** Until when to wait before another node is asked. */
  private long nextTurn() {
    if (underway.isEmpty()) {
      return Math.min(deadline, System.nanoTime() + Session.RETRY_NANOS);
    }
    return mayAskMore() ? Math.min(deadline, patienceEnds) : deadline;
  }

  private boolean mayAskMore() {
    return !refused && (underway.isEmpty() || underway.size() < client.nodesAtOnce(isRead));
  }

  /** Asks the session's node, if it can be reached. */
  void send() {
    renewPatience();
    Request.Builder next = mayAskMore() && System.nanoTime() < deadline ? request.get() : null;
    if (next == null) {
      return;
    }
    asksForProof = next.hasVerify();
    isRead = asksForProof || next.hasGet() || next.hasScan();
    isCommit = next.hasCommit();
    NodeConnection node = session.connection();
    asked = node.address();
    try {
      underway.add(node.send(next));
      sent++;
    } catch (VeritasException.Unavailable e) {
      last = e;
    }
  }

  /** Whether no node is left that may prove what was asked for. */
  private boolean isRefusedByAll() {
    return !refusals.isEmpty()
        && client.connections().stream()
            .map(NodeConnection::address)
            .allMatch(node -> refusals.containsKey(node) || client.seen().isRefuted(node));
  }

  private void renewPatience() {
    patienceEnds = System.nanoTime() + client.patienceNanos();
  }

  /** The answer; null if it is a failure that another node may not have. */
  private Response answer(PendingReply done) {
    try {
      Response response = done.get();
      if (!response.hasFailure()) {
        answeredBy = done.address();
        return response;
      }
      if (asksForProof && response.getFailure().getCode() == Failure.Code.INVALID) {
        refusals.putIfAbsent(done.address(), response.getFailure().getMessage());
      } else {
        last = failure(response.getFailure(), done.address());
      }
    } catch (VeritasException.Unavailable e) {
      last = e;
    }
    return null;
  }

  private VeritasException failure(Failure failure, String address) {
    String message = failure.getMessage();
    return switch (failure.getCode()) {
      case UNAVAILABLE, TIMEOUT, BUSY -> new VeritasException.Unavailable(address + ": " + message);
      case INVALID -> {
        if (sent == 1 || !isCommit) {
          throw new VeritasException.Invalid(message);
        }
        refused = true;
        yield new VeritasException(
            address + ": " + message + "; a node that was asked before may have taken it");
      }
      case INTERNAL, UNRECOGNIZED -> new VeritasException(address + ": " + message);
    };
  }
}
