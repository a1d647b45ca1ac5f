package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.core.consensus.ClusterRules;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.DivergedException;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.SteppedConsensus;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.read.SteppedReads;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A node: its disks, which outlive it, and while it runs the consensus that a real node runs, moved
 * by hand.
 */
final class SimulatedNode {
  private final String name;
  private final SigningKey key;
  private final ClusterConfig cluster;
  private final LogCodec codec;
  private final SimulatedLog log;
  private final ApprovalRule rule;
  private final LongSupplier clock;
  private final NodeOptions options;
  private final CrashPoint.Trigger crash = new CrashPoint.Trigger();
  private final SimulatedLedgerStore ledgerStore = new SimulatedLedgerStore(crash);
  private final SimulatedStateStore stateStore = new SimulatedStateStore(crash);

  private boolean running;
  private boolean stuck;
  private boolean tampered;
  private DivergedException diverged;
  private Life life;

  /** What dies with the process, and the one connection to it. */
  private static final class Life implements ClientConnection {
    final Map<Long, Consumer<Response>> asked = new HashMap<>();
    final List<Response> queued = new ArrayList<>();
    final List<Response> sent = new ArrayList<>();
    NodeContext node;
    SimulatedLog.Access log;
    SteppedConsensus consensus;
    SteppedReads reads;
    long lastCall;

    @Override
    public void enqueue(Call answered, Response response) {
      queued.add(response);
    }

    @Override
    public boolean takesAnswers() {
      return true;
    }

    @Override
    public void flush() {
      sent.addAll(queued);
      queued.clear();
    }
  }

  /** A move of a node's, during which it may die. */
  private interface Move {
    void run() throws InterruptedException;
  }

  SimulatedNode(
      int number,
      SigningKey key,
      ClusterConfig cluster,
      LogCodec codec,
      SimulatedLog log,
      ApprovalRule rule,
      LongSupplier clock,
      NodeOptions options) {
    this.name = "node" + number;
    this.key = key;
    this.cluster = cluster;
    this.codec = codec;
    this.log = log;
    this.rule = rule;
    this.clock = clock;
    this.options = options;
  }

  void start() {
    stateStore.reopen();
    try {
      life = newLife();
      running = true;
      diverged = null;
    } catch (SimulatedCrash e) {
      life = null;
    } catch (StoreException e) {
      requireRefusal(e);
      life = null;
    }
  }

  /** Nothing but a database that was told to refuse stops a node. */
  private static void requireRefusal(StoreException e) {
    // A database that is waited for in vain has interrupted who waits.
    Thread.interrupted();
    if (!(e instanceof SimulatedRefusal || e.getCause() instanceof SimulatedRefusal)) {
      throw e;
    }
  }

  private Life newLife() {
    Life next = new Life();
    next.node = TestContext.of(cluster, name, key, ledgerStore, stateStore, options);
    next.log = log.new Access(name);
    next.consensus = new SteppedConsensus(next.node, next.log, rule, clock);
    next.reads = new SteppedReads(next.node, clock);
    return next;
  }

  void crash() {
    running = false;
    stuck = false;
    life = null;
    log.senderDied(name);
  }

  private void move(Move move) {
    try {
      move.run();
    } catch (SimulatedCrash e) {
      crash();
    } catch (DivergedException e) {
      diverged = e;
      crash();
    } catch (StoreException e) {
      requireRefusal(e);
      if (ledgerStore.isRefusing()) {
        crash();
      } else {
        stuck = true;
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Reads at most so many records, goes through them, and appends a record if one is due.
   *
   * @param readsAmid whether reads are answered when the state is written, and the node isn't done
   */
  void replicate(int recordsMax, boolean readsAmid) {
    if (stuck) {
      return;
    }
    life.log.allow(recordsMax);
    stateStore.whenWritten(readsAmid ? this::answerReads : () -> {});
    move(life.consensus::replicate);
  }

  /** Looks after the state store, as a thread of its own does. */
  void lookAfterStore() {
    if (!stuck) {
      move(life.node.data().store()::healIfLost);
      Thread.interrupted();
    }
  }

  void answerReads() {
    move(life.reads::answer);
  }

  /** Takes up to so many commits. */
  void propose(int commitsMax) {
    for (int i = 0; i < commitsMax; i++) {
      move(life.consensus::propose);
    }
  }

  /** Puts a block of this node's into the log that it should have refused. */
  void forgeBlock(List<CheckedTransaction> block) {
    VoteBody.Builder nothing =
        VoteBody.newBuilder().setDecidedHash(ByteString.copyFrom(new byte[32]));
    forge(nothing, block);
  }

  /** Puts a vote of this node's into the log that its replica knows nothing of. */
  void forgeVote(VoteBody.Builder body) {
    forge(body, List.of());
  }

  private void forge(VoteBody.Builder body, List<CheckedTransaction> block) {
    if (body.getConfigHash().isEmpty()) {
      body.setConfigHash(ByteString.copyFrom(ClusterRules.of(cluster, options.limits()).hash()));
    }
    VoteBody vote = body.setCluster(cluster.cluster()).setVoter(name).build();
    log.put(codec.encode(key, vote, block).record());
  }

  /** Asks for a commit; the answer comes unless the node dies. */
  void submit(CheckedTransaction transaction, long deadlineNanos, Consumer<Response> then) {
    CommitRequest commit = CommitRequest.newBuilder().setTransaction(transaction.message()).build();
    Call call = call(Request.newBuilder().setCommit(commit), deadlineNanos, then);
    life.node.clients().commit(call);
  }

  /** Asks for a get or a scan. */
  void read(Request.Builder request, long deadlineNanos, Consumer<Response> then) {
    life.reads.submit(call(request, deadlineNanos, then));
  }

  void checkReads(
      List<CheckedTransaction.Read> reads, long deadlineNanos, Consumer<Response> then) {
    Request.Builder request =
        Request.newBuilder().setCheckReads(CheckReadsRequest.getDefaultInstance());
    life.consensus.checkReads(call(request, deadlineNanos, then), reads);
  }

  private Call call(Request.Builder request, long deadlineNanos, Consumer<Response> then) {
    life.asked.put(++life.lastCall, then);
    return new Call(
        life, request.setId(life.lastCall).build(), 0, clock.getAsLong(), deadlineNanos);
  }

  /** Hands over the answers that were sent. */
  void answer() {
    if (running) {
      List<Response> sent = List.copyOf(life.sent);
      life.sent.clear();
      for (Response response : sent) {
        assertThat(response.getFailure().getCode())
            .as("what %s answers: %s", name, response)
            .isNotEqualTo(Failure.Code.INVALID);
        life.asked.remove(response.getId()).accept(response);
      }
    }
  }

  boolean isRunning() {
    return running;
  }

  boolean isServing() {
    return running && life.consensus.isCaughtUp();
  }

  boolean hasReadAll() {
    return life.log.hasReadAll();
  }

  /** Holds what the node tells of the past against a model; returns the oldest height. */
  long checkPast(LongFunction<Map<ByteKey, ModelValue>> stateAt) {
    return PastStates.check(name, life.node.data(), options.historyBlocks(), stateAt);
  }

  Certificate newestCertificate() {
    return life.consensus.newest();
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

  /**
   * Waits for its state store in vain. It takes commits, and answers reads that it can't, but knows
   * of nothing that is decided; one who is at his node's end would start it again.
   */
  boolean isStuck() {
    return stuck;
  }

  /** An operator's repair of what refuses; a node that waited for it is started again. */
  void mend() {
    ledgerStore.mend();
    stateStore.mend();
    if (stuck) {
      crash();
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
