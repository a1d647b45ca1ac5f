package io.hybridycsb.ycsb.fabric;

import io.grpc.CallOptions;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.hyperledger.fabric.client.CommitStatusException;
import org.hyperledger.fabric.client.GatewayException;
import org.hyperledger.fabric.client.SubmitException;
import org.hyperledger.fabric.client.Transaction;
import site.ycsb.Status;

/**
 * One thread's calls. It stays with one peer, so that it reads what it has written, and goes to the
 * next when that peer cannot be reached, or has not answered in time. What has been submitted is
 * never submitted again.
 */
final class FabricSession {
  private static final long PAUSE_NS = 50_000_000;

  private final List<PeerLink> peers;
  private final PropertySet.Values properties;
  private final Consumer<String> unknown;
  private final Optional<OrderedBlocks> blocks;
  private int current;

  /**
   * @param first the number of the session, by which sessions spread over peers
   * @param unknown gets each transaction whose outcome stays unknown
   * @param blocks measures the phases of committed transactions, if that is asked for
   */
  FabricSession(
      List<PeerLink> peers,
      int first,
      PropertySet.Values properties,
      Consumer<String> unknown,
      Optional<OrderedBlocks> blocks) {
    this.peers = List.copyOf(peers);
    this.properties = properties;
    this.unknown = unknown;
    this.blocks = blocks;
    this.current = Math.floorMod(first, peers.size());
  }

  private PeerLink peer() {
    return peers.get(current);
  }

  private void goToNextPeer() {
    current = (current + 1) % peers.size();
  }

  /** A peer that hangs would hold this thread in each of its operations. */
  private void leaveIfGone(GatewayException e) {
    if (Failures.isUnreachable(e) || Failures.isSilent(e)) {
      goToNextPeer();
    }
  }

  private static UnaryOperator<CallOptions> within(TimeLimit limit) {
    return options -> options.withDeadlineAfter(limit.callNs(), TimeUnit.NANOSECONDS);
  }

  /** A call that may be made again on another peer. */
  private interface Attempt<T> {
    T on(PeerLink peer) throws GatewayException;
  }

  /** The answer of the first peer that can be reached, beginning with the thread's own. */
  private <T> T onSomePeer(TimeLimit limit, Attempt<T> attempt) {
    for (int tried = 1; ; tried++) {
      PeerLink peer = peer();
      try {
        return peer.calling(limit.callNs(), () -> attempt.on(peer));
      } catch (GatewayException e) {
        leaveIfGone(e);
        if (!Failures.isUnreachable(e) || tried >= peers.size() || limit.passed()) {
          throw Failures.beforeSubmission(e);
        }
      } catch (PeerLink.Overloaded e) {
        throw new FailedOperation(Status.SERVICE_UNAVAILABLE, e.getMessage());
      }
    }
  }

  /** Evaluates a function on the state of one peer, without a transaction. */
  byte[] evaluate(String function, byte[]... arguments) {
    TimeLimit limit = TimeLimit.ofMs(properties.get(FabricProperties.TIMEOUT_MS));
    return onSomePeer(limit, peer -> peer.proposal(function, arguments).evaluate(within(limit)));
  }

  /**
   * Runs a function as a transaction.
   *
   * @return OK; BATCHED_OK if commits aren't awaited; ABORTED if others came in between
   * @throws FailedOperation if it is not committed for another reason, or not known to be
   */
  Status submit(String function, byte[]... arguments) {
    boolean isAwaited = properties.get(FabricProperties.COMMIT) == FabricProperties.Commit.SYNC;
    Status submitted = isAwaited ? Status.OK : Status.BATCHED_OK;
    return unlessAborted(submitted, () -> submit(isAwaited, function, arguments));
  }

  /** Runs a function on one peer, to see whether it would be committed; OK or ABORTED. */
  Status check(String function, byte[]... arguments) {
    return unlessAborted(Status.OK, () -> evaluate(function, arguments));
  }

  private static Status unlessAborted(Status done, Runnable call) {
    try {
      call.run();
      return done;
    } catch (FailedOperation e) {
      if (e.status().equals(Statuses.ABORTED)) {
        return Statuses.ABORTED;
      }
      throw e;
    }
  }

  private void submit(boolean isAwaited, String function, byte[]... arguments) {
    long startNs = System.nanoTime();
    TimeLimit limit = TimeLimit.ofMs(properties.get(FabricProperties.TIMEOUT_MS));
    Transaction transaction =
        onSomePeer(limit, peer -> peer.proposal(function, arguments).endorse(within(limit)));
    PeerLink endorsedBy = peer();
    long endorsedNs = System.nanoTime();
    try {
      endorsedBy.calling(
          limit.callNs(), () -> transaction.submitAsync(within(limit)).getTransactionId());
    } catch (SubmitException e) {
      // It may have reached an orderer all the same: only the ledger knows.
      if (Failures.isSilent(e)) {
        goToNextPeer();
      }
      awaitCommit(
          transaction.getTransactionId(), "not known to be submitted: " + Failures.describe(e));
      return;
    } catch (PeerLink.Overloaded e) {
      throw new FailedOperation(Status.SERVICE_UNAVAILABLE, e.getMessage());
    }
    if (isAwaited) {
      long block = awaitCommit(transaction.getTransactionId(), "submitted");
      long committedNs = System.nanoTime();
      blocks.ifPresent(seen -> seen.measure(startNs, endorsedNs, committedNs, block));
    }
  }

  /**
   * Returns when the transaction is committed.
   *
   * @param fate what is known so far
   * @return the block that it is in
   */
  private long awaitCommit(String transactionId, String fate) {
    TimeLimit limit = TimeLimit.ofMs(properties.get(FabricProperties.COMMIT_TIMEOUT_MS));
    String last = "";
    while (!limit.passed()) {
      PeerLink peer = peer();
      try {
        org.hyperledger.fabric.client.Status status =
            peer.calling(limit.callNs(), () -> peer.commit(transactionId).getStatus(within(limit)));
        if (!status.isSuccessful()) {
          throw Failures.invalid(status.getCode());
        }
        return status.getBlockNumber();
      } catch (CommitStatusException e) {
        last = Failures.describe(e);
        leaveIfGone(e);
        if (!Failures.isUnreachable(e)) {
          break;
        }
        LockSupport.parkNanos(Math.min(PAUSE_NS, limit.callNs()));
      } catch (PeerLink.Overloaded e) {
        last = e.getMessage();
        break;
      }
    }
    unknown.accept(transactionId);
    throw new FailedOperation(
        Statuses.UNKNOWN,
        "%s, and no commit status within %d ms: %s"
            .formatted(fate, properties.get(FabricProperties.COMMIT_TIMEOUT_MS), last));
  }
}
