package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.sim.CrashPoint;
import io.hybridycsb.veritas.core.sim.ModelValue;
import io.hybridycsb.veritas.core.sim.PastStates;
import io.hybridycsb.veritas.core.sim.SimulatedCrash;
import io.hybridycsb.veritas.core.sim.SimulatedLedgerStore;
import io.hybridycsb.veritas.core.sim.SimulatedStateStore;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.tendermint.SteppedApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** A node's process, its disks, which outlive it, and the CometBFT that drives it. */
final class ChainNode {

  /**
   * What nodes ask of the simulation.
   *
   * @param meanwhile is done while a node writes to its database
   * @param broadcast offers a transaction of the chain to pools
   * @param forward gets what a node has admitted
   */
  record Hooks(
      Consumer<ChainNode> meanwhile,
      Consumer<byte[]> broadcast,
      BiConsumer<ChainNode, List<CheckedTransaction>> forward) {}

  /**
   * What all nodes have in common.
   *
   * @param directory holds the nodes' snapshots
   */
  record Setup(
      Random random,
      ClusterConfig cluster,
      TransactionChecker checker,
      SimulatedChain chain,
      ChainAudit audit,
      Path directory,
      long snapshotInterval,
      Hooks hooks) {}

  private final String name;
  private final SigningKey key;
  private final NodeOptions options;
  private final Setup setup;
  private final CrashPoint.Trigger crash = new CrashPoint.Trigger();
  private final SimulatedLedgerStore ledgerStore = new SimulatedLedgerStore(crash);
  private final SimulatedStateStore stateStore = new SimulatedStateStore(crash);
  private final WatchedStateStore watchedStore;
  private final SimulatedCometBft cometBft;
  private Life life;
  private boolean amidWrite;

  /** What dies with the process, and the one connection to it. */
  private static final class Life implements ClientConnection {
    final Map<Long, Consumer<Response>> asked = new HashMap<>();
    final List<Response> queued = new ArrayList<>();
    final List<Response> sent = new ArrayList<>();
    NodeContext.Data data;
    SteppedApplication application;
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

  ChainNode(String name, SigningKey key, NodeOptions options, Setup setup) {
    this.name = name;
    this.key = key;
    this.options = options;
    this.setup = setup;
    watchedStore = new WatchedStateStore(stateStore, setup.random(), this::amidWrite);
    cometBft = new SimulatedCometBft(this, setup.random(), setup.chain(), setup.audit());
  }

  /** Starts what doesn't run, and has CometBFT replay what the ledger lacks. */
  void start() {
    if (life == null) {
      stateStore.reopen();
      move(() -> life = newLife());
    }
    if (life != null) {
      move(() -> cometBft.start(life.application.abci()));
    }
  }

  private Life newLife() {
    Life next = new Life();
    StageTimes times = new StageTimes();
    SnapshotDirectory snapshots = new SnapshotDirectory(setup.directory().resolve(name));
    NodeContext.Data data =
        NodeContext.Data.open(ledgerStore, watchedStore, snapshots, options, times);
    NodeContext node =
        new NodeContext(
            new NodeContext.Self(setup.cluster(), name, key, options, setup.checker()),
            data,
            NodeContext.Clients.at(data.ledger().head().height()),
            times);
    next.data = data;
    next.application =
        new SteppedApplication(
            node,
            setup.chain().validators(),
            SimulatedChain.RULES,
            snapshots,
            setup.snapshotInterval(),
            setup.hooks().broadcast(),
            setup.random().nextLong(),
            admitted -> setup.hooks().forward().accept(this, admitted));
    return next;
  }

  /** An operator starts it afresh, without anything on its disks, with a snapshot of a peer. */
  void startAfresh(List<ChainNode> peers) {
    crash();
    ledgerStore.rollBack(0);
    stateStore.rollBack(0);
    deleteSnapshots();
    cometBft.wipe();
    setup.audit().forget(this);
    stateStore.reopen();
    move(() -> life = newLife());
    if (life != null) {
      move(() -> cometBft.startAfresh(life.application.abci(), peers));
    }
  }

  void deleteSnapshots() {
    Path root = setup.directory().resolve(name);
    if (Files.isDirectory(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The process dies, and CometBFT with it. */
  void crash() {
    life = null;
    cometBft.crash();
  }

  private void move(Move move) {
    try {
      move.run();
    } catch (SimulatedCrash e) {
      crash();
    } catch (SimulatedCometBft.Death e) {
      cometBft.crash();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Executes the next block of the chain, if there is one. */
  void follow() {
    if (isRunning()) {
      move(cometBft::follow);
    }
    if (isRunning() && cometBft.isAtTip()) {
      life.application.caughtUp();
    }
    answer();
  }

  void admit() {
    if (life != null) {
      move(life.application::admit);
    }
    answer();
  }

  void callForTurn() {
    if (isRunning()) {
      move(life.application::callForTurn);
    }
  }

  void writeSnapshot() {
    if (life != null) {
      assertThat(life.application.writeSnapshot() || hasLostState() || amidWrite)
          .as("whether %s has the snapshot that it began", name)
          .isTrue();
    }
  }

  void read() {
    if (life != null) {
      move(life.application::read);
    }
    answer();
  }

  /** Asks the node; the answer comes unless the node dies. */
  void call(Request.Builder request, long deadlineNanos, Consumer<Response> then) {
    life.asked.put(++life.lastCall, then);
    life.application.handle(
        new Call(life, request.setId(life.lastCall).build(), 0, 0, deadlineNanos));
  }

  /** Hands over the answers that were sent. */
  private void answer() {
    while (life != null && !life.sent.isEmpty()) {
      Response response = life.sent.remove(0);
      Consumer<Response> then = life.asked.remove(response.getId());
      assertThat(then).as("who asked %s for %s", name, response).isNotNull();
      then.accept(response);
    }
  }

  /** What the node's other threads do while it writes to its database. */
  private void amidWrite() {
    if (isServing()) {
      amidWrite = true;
      setup.hooks().meanwhile().accept(this);
      read();
      writeSnapshot();
      amidWrite = false;
    }
  }

  /** Whether others see a batch in the database that is half written. */
  boolean isAmidWrite() {
    return amidWrite;
  }

  /** Whether the process and its CometBFT run. */
  boolean isRunning() {
    return life != null && cometBft.isRunning();
  }

  /** Whether no process runs, so that the disks may be changed. */
  boolean isDead() {
    return life == null;
  }

  boolean isServing() {
    return life != null && life.application.isServing();
  }

  SimulatedCometBft cometBft() {
    return cometBft;
  }

  AbciApplication abci() {
    return life.application.abci();
  }

  ResponseInfo info() {
    return life.application.abci().info();
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

  /** Holds what the node tells of the past against a model; returns the oldest height. */
  long checkPast(LongFunction<Map<ByteKey, ModelValue>> stateAt) {
    return PastStates.check(name, life.data, options.historyBlocks(), stateAt);
  }

  int historyBlocks() {
    return options.historyBlocks();
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

  @Override
  public String toString() {
    return name;
  }
}
