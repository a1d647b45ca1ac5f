package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.Attestations;
import io.hybridycsb.veritas.core.consensus.log.DivergedException;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.consensus.log.Replica;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A node: its disks, which outlive it, and while it runs what {@code Node}, {@code ReplicaLoop} and
 * {@code Proposer} do, one call at a time.
 */
final class SimulatedNode {
  private static final int VOTE_RETRY_STEPS = 150;

  private final String name;
  private final SigningKey key;
  private final ClusterConfig cluster;
  private final LogCodec codec;
  private final SimulatedLog log;
  private final ApprovalRule rule;
  private final NodeOptions options;
  private final CrashPoint.Trigger crash = new CrashPoint.Trigger();
  private final SimulatedLedgerStore ledgerStore = new SimulatedLedgerStore(crash);
  private final SimulatedStateStore stateStore = new SimulatedStateStore(crash);

  private boolean running;
  private boolean tampered;
  private DivergedException diverged;
  private Life life;

  /** What dies with the process. */
  private static final class Life {
    final Set<TransactionId> waiting = new LinkedHashSet<>();
    final List<CheckedTransaction> block = new ArrayList<>();
    ReadGate gate;
    Replica replica;
    int nextItem;
    long endAtStart;
    boolean caughtUp;
    boolean voteUnderway;
    long votedAtStep;
    long sequence;
  }

  SimulatedNode(
      int number,
      SigningKey key,
      ClusterConfig cluster,
      LogCodec codec,
      SimulatedLog log,
      ApprovalRule rule,
      long cacheBytes) {
    this.name = "node" + number;
    this.key = key;
    this.cluster = cluster;
    this.codec = codec;
    this.log = log;
    this.rule = rule;
    this.options =
        new NodeOptions(100, 4 << 20, 5, 5, cacheBytes, 16, 50_000, TransactionLimits.DEFAULT);
  }

  void start() {
    stateStore.reopen();
    try {
      life = newLife();
      running = true;
      diverged = null;
    } catch (SimulatedCrash e) {
      life = null;
    }
  }

  private Life newLife() {
    Life next = new Life();
    NodeContext node = TestContext.of(cluster, name, key, ledgerStore, stateStore, options);
    next.gate = node.clients().gate();
    next.replica = new Replica(node, rule);
    next.nextItem = log.seek(next.replica.startPosition());
    next.endAtStart = log.end();
    next.caughtUp = next.endAtStart <= next.replica.startPosition();
    return next;
  }

  void crash() {
    running = false;
    life = null;
    log.senderDied(name);
  }

  /** Goes through at most so many records; the decisions are reported to who waits here. */
  List<Decision> read(int max) {
    List<LogItem> round = log.read(life.nextItem, max);
    if (round.isEmpty()) {
      return List.of();
    }
    life.nextItem += round.size();
    List<Decision> decisions;
    try {
      decisions = life.replica.process(round);
    } catch (SimulatedCrash e) {
      crash();
      return List.of();
    } catch (DivergedException e) {
      diverged = e;
      crash();
      return List.of();
    }
    for (LogItem item : round) {
      if (item instanceof LogItem.CastVote vote && life.replica.isOwn(vote)) {
        life.voteUnderway = false;
      }
    }
    if (life.replica.lastPosition() + 1 >= life.endAtStart) {
      life.caughtUp = true;
    }
    return decisions.stream().filter(decision -> life.waiting.remove(decision.id())).toList();
  }

  void vote(long step, boolean idle) {
    boolean tooEarly = life.voteUnderway && step - life.votedAtStep < VOTE_RETRY_STEPS;
    if (life.caughtUp && !tooEarly) {
      life.replica
          .vote(idle)
          .ifPresent(
              body -> {
                life.voteUnderway = true;
                life.votedAtStep = step;
                log.append(name, codec.encodeVote(key, body).record(), () -> {});
              });
    }
  }

  /** Puts a vote of this node's into the log that its replica knows nothing of. */
  void forgeVote(VoteBody.Builder body) {
    log.put(
        codec.encodeVote(key, body.setCluster(cluster.cluster()).setVoter(name).build()).record());
  }

  /** Admits a transaction, unless the same one waits here already. */
  void submit(CheckedTransaction transaction) {
    if (transaction.id() == null || life.waiting.add(transaction.id())) {
      life.block.add(transaction);
    }
  }

  /** Clients' patience is at its end. */
  void forgetWaiting() {
    life.waiting.clear();
  }

  void cutBlock() {
    if (!life.block.isEmpty()) {
      log.append(
          name, codec.encodeBlock(name, key, ++life.sequence, life.block).record(), () -> {});
      life.block.clear();
    }
  }

  boolean isRunning() {
    return running;
  }

  boolean isServing() {
    return running && life.caughtUp;
  }

  boolean hasReadAll() {
    return life.nextItem == log.size();
  }

  ReadGate gate() {
    return life.gate;
  }

  Replica replica() {
    return life.replica;
  }

  Attestations attestations() {
    return life.replica.attestations();
  }

  SimulatedLedgerStore ledgerStore() {
    return ledgerStore;
  }

  SimulatedStateStore stateStore() {
    return stateStore;
  }

  CrashPoint.Trigger crashPoint() {
    return crash;
  }

  /** Why the node stopped by itself, or null. */
  DivergedException diverged() {
    return diverged;
  }

  /** The database is gone and the node hasn't noticed yet. */
  boolean hasLostState() {
    try {
      stateStore.appliedHeight();
      return false;
    } catch (StateLostException e) {
      return true;
    }
  }

  void tamperState(byte[] stateKey, byte[] value) {
    stateStore.tamper(stateKey, value);
    tampered = true;
  }

  void tamperLedger() {
    ledgerStore.tamper();
    tampered = true;
  }

  boolean isTampered() {
    return tampered;
  }

  /** An operator's repair: both databases are made again from the shared log. */
  void wipe() {
    ledgerStore.rollBack(0);
    stateStore.rollBack(0);
    tampered = false;
    diverged = null;
  }

  @Override
  public String toString() {
    return name;
  }
}
