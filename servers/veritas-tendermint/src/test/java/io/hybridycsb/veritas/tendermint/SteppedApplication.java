package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.CommitWaiters;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.consensus.chain.SteppedChain;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.read.ReadService;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a node's process is made of, moved by hand where its threads would move it. */
public final class SteppedApplication {
  private final NodeContext node;
  private final ChainConsensus consensus;
  private final SteppedChain steps;
  private final ReadService reads;
  private final Tasks snapshots = new Tasks();
  private final TurnCaller turns;
  private final StateSync sync;
  private long snapshotsTaken;
  private final AbciApplication application;

  /** Runs what it is given when it is told to. */
  private static final class Tasks extends AbstractExecutorService {
    final Queue<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
      waiting.add(task);
    }

    @Override
    public void shutdown() {
      waiting.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      List<Runnable> left = List.copyOf(waiting);
      waiting.clear();
      return left;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return waiting.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return isTerminated();
    }
  }

  /**
   * @param snapshotInterval blocks of the ledger from one snapshot to the next; 0: none are taken
   * @param broadcast puts a transaction of the chain into the pool of the node's CometBFT
   * @param firstCall number of the node's first call for its turn
   * @param whenAdmitted gets the transactions that clients have committed here
   */
  public SteppedApplication(
      NodeContext node,
      ValidatorSet validators,
      byte[] rules,
      SnapshotDirectory directory,
      long snapshotInterval,
      Consumer<byte[]> broadcast,
      long firstCall,
      Consumer<List<CheckedTransaction>> whenAdmitted) {
    this.node = node;
    String name = node.self().name();
    consensus = new ChainConsensus(node, () -> new Certificate(0, 0, reply -> {}), 0);
    steps = new SteppedChain(consensus);
    NodeContext.Clients clients = node.clients();
    reads =
        new ReadService(
            clients.gate(),
            node.data().store().forReaders(),
            clients.applied(),
            node.times(),
            System::nanoTime);
    turns = new TurnCaller(name, broadcast, this::hasWaiting, firstCall);
    sync =
        new StateSync(
            node.data(), consensus, directory, snapshotInterval, this::snapshotTaken, snapshots);
    consensus.whenAdmitted(
        admitted -> {
          whenAdmitted.accept(admitted);
          turns.wake();
        });
    StateQueries queries = new StateQueries(node.data(), consensus, sync);
    application = new VeritasApplication(name, validators, rules, consensus, turns, sync, queries);
  }

  private boolean hasWaiting() {
    return consensus.hasWaiting() || sync.needsBlocks();
  }

  /** As CometBFT sees it. */
  public AbciApplication abci() {
    return application;
  }

  /** Says that CometBFT has brought the node up. */
  public void caughtUp() {
    consensus.markCaughtUp();
  }

  public boolean isServing() {
    return consensus.isCaughtUp();
  }

  /** Takes a call as a connection's thread does. */
  public void handle(Call call) {
    AppliedHeight applied = node.clients().applied();
    Request request = call.request();
    if (!consensus.isCaughtUp()) {
      call.fail(Failure.Code.UNAVAILABLE, "not caught up");
      return;
    }
    switch (request.getCallCase()) {
      case GET ->
          applied.whenReached(call, request.getGet().getMinHeight(), () -> reads.submit(call));
      case SCAN ->
          applied.whenReached(call, request.getScan().getMinHeight(), () -> reads.submit(call));
      case COMMIT -> node.clients().commit(call);
      case FORWARD -> consensus.forwarded(call);
      case QUERY -> query(call);
      case CHECK_READS -> consensus.checkReads(call, readsOf(request));
      default -> throw new AssertionError("an unexpected call: " + request);
    }
  }

  private static List<Read> readsOf(Request request) {
    return request.getCheckReads().getReadsList().stream()
        .map(read -> new Read(new ByteKey(read.getKey().toByteArray()), read.getVersion()))
        .toList();
  }

  private void query(Call call) {
    QueryRequest query = call.request().getQuery();
    TransactionId id = TransactionId.decode(query.getTransactionId().toByteArray());
    boolean undecided = node.clients().waiters().contains(id);
    Optional<Decision> found = Decision.earlier(id, node.data().ledger());
    if (found.isEmpty()) {
      call.reply(call.answer().setQuery(CommitReply.newBuilder().setKnown(undecided)));
      return;
    }
    CommitWaiters.reply(found.get(), query.getBodyHash().toByteArray())
        .ifPresentOrElse(
            told -> call.reply(call.answer().setQuery(told)),
            () -> call.fail(Failure.Code.UNAVAILABLE, CommitWaiters.cannotCompare(found.get())));
  }

  /** Admits the commits that came, and answers calls whose time is up. */
  public void admit() throws InterruptedException {
    steps.admit();
  }

  /** Answers reads, and a check of reads. */
  public void read() throws InterruptedException {
    reads.step(0);
    steps.checkReads();
  }

  /** Calls for the node's turn, if something waits for it. */
  public void callForTurn() throws InterruptedException {
    turns.step(0);
  }

  /**
   * Writes the snapshot that was begun, if one was.
   *
   * @return false if there is none then
   */
  public boolean writeSnapshot() {
    Runnable task = snapshots.waiting.poll();
    if (task == null) {
      return true;
    }
    long before = snapshotsTaken;
    task.run();
    return snapshotsTaken > before;
  }

  private void snapshotTaken() {
    snapshotsTaken++;
    turns.wake();
  }

  /** A transaction of the chain that holds a pack. */
  public static byte[] pack(byte[] content) {
    return Transactions.pack(content);
  }

  /** A transaction of the chain by which a node calls for its turn. */
  public static byte[] turn(String node, long number) {
    return Transactions.turn(node, number);
  }
}
