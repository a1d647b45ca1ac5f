package io.hybridycsb.veritas.core.node;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.verification.Threads;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.CommitWaiters;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeContext.Clients;
import io.hybridycsb.veritas.core.consensus.NodeContext.Data;
import io.hybridycsb.veritas.core.consensus.NodeContext.Self;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateHistory;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.HistoryService;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.read.ReadService;
import io.hybridycsb.veritas.core.read.VerifyService;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.StatusReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Veritas node without its network: it answers {@link Call}s.
 *
 * <pre>
 *   commit ──> {@link Clients#commit} ──> {@link Consensus} ──> answers
 *   get, scan ──> {@link AppliedHeight} ──> {@link ReadGate} ──> {@link ReadService} ──> answers
 * </pre>
 */
public final class Node implements AutoCloseable {
  private static final long STOP_MS = 10_000;
  private static final long EXPIRE_EVERY_MS = 50;

  private final String name;
  private final Ledger ledger;
  private final StageTimes times = new StageTimes();
  private final Clients clients;
  private final ReadService reads;
  private final VerifyService verifies;
  private final HistoryService histories;
  private final SelfHealingStore store;
  private final Consensus consensus;
  private final int operationsMax;
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledExecutorService scheduler;
  private final ScheduledExecutorService historian;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  /**
   * What a node is made of, beside its consensus.
   *
   * @param states what an empty state store begins with
   */
  public record Parts(
      ClusterConfig cluster,
      String name,
      SigningKey key,
      LedgerStore ledgerStore,
      StateStore stateStore,
      StateSource states,
      NodeOptions options) {}

  /**
   * Brings the state store up to the ledger and prepares the node; {@link #start} makes it run.
   *
   * @throws StoreException if the ledger is damaged or a database can't be reached
   */
  public Node(Parts parts, Consensus.Factory factory) {
    name = parts.name();
    operationsMax = parts.options().limits().operationsMax();
    Data data =
        Data.open(parts.ledgerStore(), parts.stateStore(), parts.states(), parts.options(), times);
    ledger = data.ledger();
    TransactionChecker checker = new TransactionChecker(parts.cluster(), parts.options().limits());
    clients = Clients.at(ledger.head().height());
    consensus =
        factory.make(
            new NodeContext(
                new Self(parts.cluster(), name, parts.key(), parts.options(), checker),
                data,
                clients,
                times));
    scheduler = Executors.newSingleThreadScheduledExecutor(task -> Threads.daemon("verify", task));
    store = data.store();
    StateReader readers = store.forReaders();
    reads = new ReadService(clients.gate(), readers, clients.applied(), times, System::nanoTime);
    verifies =
        new VerifyService(
            ledger,
            data.tree(),
            readers,
            clients.gate(),
            clients.applied(),
            consensus.certificates(),
            scheduler);
    historian = Executors.newSingleThreadScheduledExecutor(task -> Threads.daemon("history", task));
    histories =
        new HistoryService(
            name,
            ledger,
            new StateHistory(ledger, data.tree(), readers, parts.options().historyBlocks()),
            clients.applied(),
            consensus.certificates(),
            historian);
  }

  public void start() {
    consensus.threads().forEach(this::run);
    run("reads", reads);
    run("state", store::lookAfter);
    scheduler.scheduleWithFixedDelay(
        () -> clients.applied().expire(System.nanoTime()),
        EXPIRE_EVERY_MS,
        EXPIRE_EVERY_MS,
        TimeUnit.MILLISECONDS);
  }

  /** Runs a task until the node is closed; if it fails, the node can't go on. */
  public void run(String thread, Runnable task) {
    Thread started =
        Threads.daemon(
            thread,
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                fail(e);
              }
            });
    threads.add(started);
    started.start();
  }

  /** Says that the node can't go on. */
  public void fail(Throwable failure) {
    stopped.completeExceptionally(failure);
  }

  /** Completes exceptionally when the node can't go on. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  /**
   * Waits until everything that was in the log when the node started is applied.
   *
   * @return whether that was so in time
   */
  public boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return consensus.awaitCaughtUp(timeoutMs);
  }

  /** What the node has spent its time on. */
  public StageTimes times() {
    return times;
  }

  /** The last decided block. */
  public ChainHead head() {
    return ledger.head();
  }

  /** Committed transactions in the blocks that this process has written to its ledger. */
  public long committed() {
    return ledger.committed();
  }

  /** Blocks that stand in the shared log, as far as it has been read. */
  public long orderedHeight() {
    return consensus.orderedHeight();
  }

  /** Transactions that were admitted here and are undecided. */
  public int undecided() {
    return clients.waiters().size();
  }

  /** Whether the node serves: it has read what stood in the log when it started. */
  public boolean isReady() {
    return isCaughtUp() && !stopped.isDone();
  }

  private boolean isCaughtUp() {
    return consensus.isCaughtUp();
  }

  /** The node's name in the cluster. */
  public String name() {
    return name;
  }

  /** Answers a call, now or later. Never waits: connections' threads come here. */
  public void handle(Call call) {
    AppliedHeight applied = clients.applied();
    Request request = call.request();
    if (!isCaughtUp() && !request.hasStatus()) {
      call.fail(Failure.Code.UNAVAILABLE, name + " is still reading the shared log");
      return;
    }
    String wrong = wrongWith(request);
    if (wrong != null) {
      call.fail(Failure.Code.INVALID, wrong);
      return;
    }
    switch (request.getCallCase()) {
      case GET ->
          applied.whenReached(call, request.getGet().getMinHeight(), () -> reads.submit(call));
      case SCAN ->
          applied.whenReached(call, request.getScan().getMinHeight(), () -> reads.submit(call));
      case COMMIT -> clients.commit(call);
      case FORWARD -> consensus.forwarded(call);
      case QUERY -> query(call);
      case CHECK_READS -> checkReads(call);
      case VERIFY ->
          applied.whenReached(call, request.getVerify().getMinHeight(), () -> verify(call));
      case STATUS -> status(call);
      case CALL_NOT_SET -> call.fail(Failure.Code.INVALID, "the request is empty");
    }
  }

  private void verify(Call call) {
    if (call.request().getVerify().getAtHeight() == 0) {
      verifies.submit(call);
    } else {
      histories.submit(call);
    }
  }

  private String wrongWith(Request request) {
    if (request.hasGet()) {
      List<ByteString> keys = request.getGet().getKeysList();
      return keys.isEmpty() || keys.size() > ReadService.KEYS_MAX
          ? "a get has 1 to " + ReadService.KEYS_MAX + " keys, not " + keys.size()
          : wrongWithKeys(keys.stream());
    }
    if (request.hasCheckReads()) {
      List<ReadVersion> reads = request.getCheckReads().getReadsList();
      return reads.isEmpty() || reads.size() > operationsMax
          ? "a transaction has 1 to " + operationsMax + " reads, not " + reads.size()
          : wrongWithKeys(reads.stream().map(ReadVersion::getKey));
    }
    if (request.hasScan()) {
      ScanRequest scan = request.getScan();
      return scan.getLimit() < 1 || scan.getLimit() > ReadService.SCAN_MAX
          ? "a scan asks for 1 to " + ReadService.SCAN_MAX + " records, not " + scan.getLimit()
          : null;
    }
    if (request.hasVerify()) {
      return VerifyService.wrongWith(request.getVerify());
    }
    if (request.hasQuery()) {
      ByteString id = request.getQuery().getTransactionId();
      return id.size() == TransactionId.BYTES ? null : "a transaction id has 16 bytes";
    }
    return null;
  }

  /** Not every state store takes a key of any length, and the replica's thread reads from it. */
  private static String wrongWithKeys(Stream<ByteString> keys) {
    return keys.allMatch(key -> KeyLimit.isValid(key.toByteArray()))
        ? null
        : "a key is a table, a zero byte and a name, together at most %s bytes"
            .formatted(KeyLimit.BYTES_MAX);
  }

  private void query(Call call) {
    QueryRequest query = call.request().getQuery();
    TransactionId id = TransactionId.decode(query.getTransactionId().toByteArray());
    try {
      // What is decided meanwhile is found in one of the two, if the ledger is asked last.
      boolean undecided = clients.waiters().contains(id);
      Optional<Decision> found = Decision.earlier(id, ledger);
      if (found.isEmpty()) {
        call.reply(call.answer().setQuery(CommitReply.newBuilder().setKnown(undecided)));
        return;
      }
      Optional<CommitReply.Builder> reply =
          query.getBodyHash().isEmpty()
              ? Optional.of(CommitWaiters.reply(found.get().location()))
              : CommitWaiters.reply(found.get(), query.getBodyHash().toByteArray());
      reply.ifPresentOrElse(
          told -> call.reply(call.answer().setQuery(told)),
          () -> call.fail(Failure.Code.UNAVAILABLE, CommitWaiters.cannotCompare(found.get())));
    } catch (StoreException e) {
      call.fail(Failure.Code.UNAVAILABLE, e.getMessage());
    }
  }

  private void checkReads(Call call) {
    List<Read> checked = new ArrayList<>();
    for (ReadVersion read : call.request().getCheckReads().getReadsList()) {
      checked.add(new Read(new ByteKey(read.getKey().toByteArray()), read.getVersion()));
    }
    consensus.checkReads(call, checked);
  }

  private void status(Call call) {
    ChainHead head = ledger.head();
    call.reply(
        call.answer()
            .setStatus(
                StatusReply.newBuilder()
                    .setNode(name)
                    .setDecidedHeight(head.height())
                    .setDecidedHash(UnsafeByteOperations.unsafeWrap(head.hash()))
                    .setStateRoot(UnsafeByteOperations.unsafeWrap(head.stateRoot()))
                    .setOrderedHeight(consensus.orderedHeight())
                    .setPosition(consensus.lastPosition())));
  }

  /** Stops the threads; the owner of the databases and the log closes those. */
  @Override
  public void close() {
    scheduler.shutdownNow();
    historian.shutdownNow();
    threads.forEach(Thread::interrupt);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MS);
    for (Thread thread : threads) {
      try {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
