package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException.Invalid;
import io.hybridycsb.veritas.model.VeritasException.NotPresent;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A read that has to show a ledger height. The nodes make it wait until they are there. Where only
 * nodes that may lie have named that height, and no answer comes for a while, all nodes are asked
 * where they are, until that settles it. A height that no node can have had is then required no
 * more.
 */
final class HeightRead {
  private final Session session;
  private final SeenHeights seen;
  private final long deadline;
  private final LongFunction<Request.Builder> request;
  private long minHeight;
  private boolean isFixed;
  private boolean isSettled;
  private long askNanos;
  private String answeredBy = "";

  /**
   * @param minHeight at least
   * @param deadline of {@link System#nanoTime}
   * @param request makes it for a height
   */
  HeightRead(
      Session session, long minHeight, long deadline, LongFunction<Request.Builder> request) {
    this.session = session;
    this.seen = session.client().seen();
    this.minHeight = minHeight;
    this.deadline = deadline;
    this.request = request;
    askNanos = session.client().patienceNanos() / 2;
  }

  /** Requires the height itself: no lower one will do, even where no node can have had it. */
  HeightRead fixed() {
    isFixed = true;
    return this;
  }

  /** The height that an answer has to show: the one asked for, or less if no node can have that. */
  long minHeight() {
    return minHeight;
  }

  /** The address of the node that gave the last answer. */
  String answeredBy() {
    return answeredBy;
  }

  /** Whether so many nodes were seen below the height that it can't have been decided. */
  boolean isRefuted() {
    return isSettled && minHeight > seen.required();
  }

  /**
   * An answer, of a height that {@link #shows} is to be asked about.
   *
   * @throws Unavailable if there is none in time
   */
  Response next() {
    Attempts attempts = attempts();
    long asked = minHeight;
    try {
      while (true) {
        boolean isCertain = isSettled || seen.isVouchedFor(minHeight);
        long patienceEnds = System.nanoTime() + session.client().patienceNanos();
        Response response = attempts.await(isCertain ? deadline : Math.min(deadline, patienceEnds));
        if (response != null) {
          answeredBy = attempts.answeredBy();
          return response;
        }
        if (isCertain || System.nanoTime() - deadline >= 0) {
          throw attempts.noAnswer();
        }
        boolean isAtAnother = askWhereNodesAre();
        if (minHeight < asked) {
          attempts.abandon();
          attempts = attempts();
          asked = minHeight;
        } else if (isAtAnother) {
          attempts.send();
        }
      }
    } finally {
      attempts.abandon();
    }
  }

  private Attempts attempts() {
    return new Attempts(
        session,
        deadline,
        () -> request.apply(minHeight).setTimeoutMs(Session.timeoutMs(deadline)));
  }

  /**
   * As {@link #next}, of a read that is verified. A node that lags behind may show an old block.
   * Then the next node is asked, until one does so again.
   *
   * @param check makes something of an answer
   * @throws NotPresent if the check says so of all answers
   */
  <T> T checked(Function<VerifyReply, T> check) {
    Set<String> late = new HashSet<>();
    NotPresent last = null;
    while (true) {
      try {
        return check.apply(next().getVerify());
      } catch (NotPresent e) {
        last = e;
        if (!late.add(answeredBy)) {
          throw e;
        }
        session.moveOn(deadline);
      } catch (Unavailable | Invalid e) {
        throw last == null ? e : last;
      }
    }
  }

  /**
   * Whether an answer shows what was asked for. If not, the session goes to the next node.
   *
   * @param height that it shows for certain
   * @param newest that it may show
   * @throws Unavailable if it doesn't and time is up
   */
  boolean shows(long height, long newest) {
    if (height >= minHeight) {
      seen.claimed(answeredBy, Math.max(height, newest));
      return true;
    }
    if (System.nanoTime() - deadline >= 0) {
      throw new Unavailable(
          answeredBy + " answers for height " + height + "; asked for was " + minHeight);
    }
    session.moveOn(deadline);
    return false;
  }

  /** Asks them, and returns whether the session has gone to a node that has told. */
  private boolean askWhereNodesAre() {
    long until = Math.min(deadline, System.nanoTime() + askNanos);
    // Who hasn't answered in this time may do so in more.
    askNanos *= 2;
    Map<String, Long> heights = new HashMap<>();
    session
        .client()
        .askAll(Request.newBuilder().setStatus(StatusRequest.getDefaultInstance()), until)
        .forEach(
            (node, response) -> {
              if (response.hasStatus()) {
                heights.put(node, response.getStatus().getDecidedHeight());
              }
            });
    isSettled = seen.compare(heights, minHeight);
    boolean isAtAnother = session.keepTo(heights.keySet());
    if (isRefuted() && !isFixed) {
      if (session.client().reads() == ReadLevel.LINEARIZABLE) {
        throw new Unavailable(
            "no quorum of nodes is at height " + minHeight + ", which the read has to show");
      }
      minHeight = seen.required();
      isSettled = false;
    }
    return isAtAnother;
  }
}
