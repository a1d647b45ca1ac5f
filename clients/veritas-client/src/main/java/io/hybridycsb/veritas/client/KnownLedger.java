package io.hybridycsb.veritas.client;

import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasException.Invalid;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The ledger that was verified before, by this process or another one with the same state file.
 * Before anything else is verified the nodes have to prove that theirs continues from its newest
 * block. That block is moved on while the process verifies. For many threads.
 */
final class KnownLedger {
  /** The name in a state file of the ledger's blocks. */
  private static final String CHAIN = "blocks";

  /** How long the proof of another process's block may take: less than others wait for the file. */
  private static final long LINK_MS = 30_000;

  /** How long proofs may take when the call that they come after has ended. */
  private static final long BRIEF_MS = 1_000;

  private static final int SHOWN_BYTES = 8;

  private final StateFile file;
  private final String ledger;

  /** Of what isn't volatile. */
  private final ReentrantLock lock = new ReentrantLock();

  private final OnceASecond toSave = new OnceASecond();

  /**
   * What the file is known to have, of which {@link #newest} is a continuation once there is one.
   */
  private Optional<Kept> saved;

  private Heads heads;
  private VerifiedHead newest;
  private boolean hasEnded;

  /** Why the last try to prove the ledger has failed, if those of other threads would too. */
  private Optional<VeritasException> failure = Optional.empty();

  /** How many such tries have begun. */
  private final AtomicInteger tries = new AtomicInteger();

  private volatile boolean isProved;

  private KnownLedger(StateFile file, String ledger, Optional<Kept> saved) {
    this.file = file;
    this.ledger = ledger;
    this.saved = saved;
  }

  /**
   * Reads a state file.
   *
   * @param file need not exist
   * @throws IllegalStateException if it can't be read
   * @throws VerificationFailed if it is of another ledger
   */
  static KnownLedger open(Path file, ClusterConfig cluster) {
    StateFile state = new StateFile(file);
    Optional<Kept> kept = state.read();
    KnownLedger known = new KnownLedger(state, ledger(cluster), kept);
    kept.ifPresent(known::head);
    return known;
  }

  /** By which a cluster's ledger is told from others: also by the keys of those who sign it. */
  static String ledger(ClusterConfig cluster) {
    return cluster
        .validators()
        .map(
            set ->
                "cluster %s, chain %s, signed by %s"
                    .formatted(
                        cluster.cluster(),
                        set.chainId(),
                        shown(set.validators().stream().map(Validator::publicKey).toList())))
        .orElseGet(
            () ->
                "cluster %s, signed by %s"
                    .formatted(
                        cluster.cluster(),
                        shown(cluster.nodes().stream().map(Member::publicKey).toList())));
  }

  private static String shown(List<byte[]> publicKeys) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    publicKeys.stream().sorted(Arrays::compareUnsigned).forEach(all::writeBytes);
    return HexFormat.of().formatHex(Hashes.sha256(all.toByteArray()), 0, SHOWN_BYTES);
  }

  private VerifiedHead head(Kept kept) {
    file.whyNotOf(ledger, kept)
        .ifPresent(
            reason -> {
              throw new VerificationFailed(reason);
            });
    Position position = kept.of(CHAIN);
    return new VerifiedHead(position.height(), position.hash(), 0, 0);
  }

  /**
   * Has the nodes prove, once, that their ledger continues from what was verified before. From then
   * on verified reads show at least what that proof has shown. One thread at a time asks for it.
   * Those that waited from before that on fail with it, unless one node alone may be the reason.
   *
   * @param node which of them is asked first
   * @param deadline of {@link System#nanoTime}, until which it waits for other threads
   * @throws VerificationFailed if it doesn't
   * @throws Unavailable if no proof comes in time
   */
  void require(VeritasClient client, int node, long deadline) {
    if (isProved) {
      return;
    }
    int triesBefore = tries.get();
    awaitOthers(deadline);
    try {
      if (isProved) {
        return;
      }
      if (failure.isPresent() && tries.get() > triesBefore) {
        throw failure.get();
      }
      prove(client, node);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the lock. */
  private void awaitOthers(long deadline) {
    try {
      if (lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VeritasException("interrupted while waiting for another thread", e);
    }
    throw new Unavailable(
        "another thread still waits for the proof that the ledger continues from what was verified"
            + " before; try again");
  }

  private void prove(VeritasClient client, int node) {
    tries.incrementAndGet();
    failure = Optional.empty();
    try {
      // Its session leaves a node that doesn't answer, also for the next try.
      heads = heads == null ? new Heads(new Session(client, node)) : heads;
      newest = saved.map(kept -> followed(client, head(kept))).orElseGet(() -> heads.newest(0));
      isProved = true;
    } catch (VerificationFailed e) {
      // The node may have lied. The next thread begins with its own.
      heads = null;
      throw e;
    } catch (Unavailable | Invalid e) {
      failure = Optional.of(e);
      throw e;
    }
  }

  /** Fails for good only by what so many nodes prove that not all of them lie. */
  private VerifiedHead followed(VeritasClient client, VerifiedHead before) {
    try {
      return heads.follow(before, before, Heads.FOLLOW_MS_MAX);
    } catch (Unavailable | Invalid e) {
      // Nodes wait for a height that they don't have, or refuse.
      List<Long> shown = heads.newestOfEach().stream().map(VerifiedHead::height).toList();
      long newestShown = shown.stream().mapToLong(height -> height).max().orElse(0);
      if (shown.size() > client.seen().liarsMax() && newestShown < before.height()) {
        VerificationFailed rollback =
            new VerificationFailed(
                "the ledger was rolled back, or its newest blocks are withheld: the newest shown"
                    + " has height %d, but height %d was verified before"
                        .formatted(newestShown, before.height()));
        failure = Optional.of(rollback);
        throw rollback;
      }
      throw e;
    }
  }

  /**
   * Keeps the newest block if that wasn't done in the last second. Leaves it to the next time if it
   * can't be done within some seconds: the call that it comes after has ended.
   *
   * @throws VerificationFailed if the ledger doesn't continue from what was verified before
   */
  void saveAtTimes() {
    if (toSave.isDue() && lock.tryLock()) {
      try {
        moveOnIfNodesAnswer(BRIEF_MS);
        saved = file.tryUpdate(kept -> after(kept, BRIEF_MS)).or(() -> saved);
      } catch (Unavailable | Invalid | IllegalStateException e) {
        // At the end it is told.
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Keeps the newest block, once, if anything was verified. Without nodes to prove that it is of
   * one ledger with it, what another process has kept stays.
   *
   * @throws IllegalStateException if the file can't be written
   * @throws VerificationFailed as {@link #saveAtTimes}
   */
  void saveAtEnd() {
    if (!isProved) {
      return;
    }
    lock.lock();
    try {
      if (!hasEnded) {
        hasEnded = true;
        moveOnIfNodesAnswer(Heads.FOLLOW_MS_MAX);
        saved = Optional.of(file.update(kept -> after(kept, LINK_MS)));
      }
    } catch (Unavailable | Invalid e) {
      // The other process's block is as good to begin with.
    } finally {
      lock.unlock();
    }
  }

  private void moveOnIfNodesAnswer(long timeMs) {
    try {
      newest = heads.follow(newest, newest, timeMs);
    } catch (Unavailable | Invalid e) {
      // The newest block that they have shown will do.
    }
  }

  /** The later of both, if they are of one ledger. */
  private Kept after(Optional<Kept> kept, long timeMs) {
    if (kept.isPresent() && !kept.equals(saved)) {
      VerifiedHead other = head(kept.get());
      boolean isOlder = other.height() < newest.height();
      newest = heads.follow(isOlder ? other : newest, isOlder ? newest : other, timeMs);
    }
    Position position = new Position(newest.height(), newest.hash());
    return new Kept(ledger, new TreeMap<>(Map.of(CHAIN, position)));
  }
}
