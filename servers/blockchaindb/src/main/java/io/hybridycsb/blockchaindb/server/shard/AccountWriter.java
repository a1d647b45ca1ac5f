package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.contract.GasModel;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of some keys of a shard, in order, through one account: queue → batch → journal →
 * pool, one thread. A key always takes the same writer, because the pool orders only the
 * transactions of one account, by nonce. What the chain leaves out comes into a further batch,
 * before all else.
 */
final class AccountWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccountWriter.class);
  private static final long WAKE_MS = 100;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** How often the writer looks whether writes are due that wait for a block or for others. */
  private static final long HELD_WAKE_MS = 10;

  /** Writes that wait for a block or for others of their key; then the writer takes no more. */
  private static final int HELD_MAX = 4_096;

  /** How often the chain may revert a write's transactions before it counts as failed. */
  private static final int REVERTS_MAX = 3;

  private final EthChain chain;
  private final ShardState state;
  private final ShardService.Options options;
  private final Account account;
  private final GasModel model;
  private final Journal journal;
  private final InFlight inFlight;
  private final WriteMerger merger;
  private final SendWindow window;
  private final WriteQueue queue = new WriteQueue();

  /** Writes for which the node must know a further block. */
  private final PriorityQueue<PendingWrite> early =
      new PriorityQueue<>(
          Comparator.comparingLong(PendingWrite::fromBlock)
              .thenComparingLong(PendingWrite::untilNs));

  private final Thread thread;

  /** The write that was taken but didn't fit into the previous batch. */
  private Optional<AccountWrite> first = Optional.empty();

  private long nextNonce = -1;

  /**
   * @param journal of the account; closed with the writer
   * @param found what is in the journal
   * @param writers of all nodes that write into the chain
   */
  AccountWriter(
      String name,
      EthChain chain,
      Layout layout,
      ShardState state,
      Account account,
      Journal journal,
      List<Submitted> found,
      ShardService.Options options,
      int writers) {
    this.chain = chain;
    this.state = state;
    this.account = account;
    this.options = options;
    this.model = new GasModel(layout);
    this.journal = journal;
    this.inFlight = new InFlight(found);
    this.window = new SendWindow(options.periodS(), writers, System::nanoTime);
    this.merger = new WriteMerger(layout, state, inFlight);
    this.thread = new Thread(this::run, "writer-" + name);
    this.thread.setDaemon(true);
  }

  /** Begins to work. Call it once the state has caught up with the chain. */
  void start() {
    thread.start();
  }

  /** Accepts a write, or refuses one too large for any transaction; false if too many wait. */
  boolean offer(PendingWrite write) {
    Optional<String> tooLarge =
        Batch.beyondTransaction(write.write().getKey().size(), write.write().getRecord().size());
    tooLarge.ifPresent(detail -> write.end(Outcome.TOO_LARGE, detail));
    return tooLarge.isPresent() || queue.offer(write);
  }

  /** How many bytes of transactions it may have on their way. */
  long windowBytes() {
    return window.bytes();
  }

  /** Whether a write of this key is on its way. */
  boolean isPending(byte[] key) {
    return inFlight.isPending(key);
  }

  /** The outcomes of an operation's writes; none if the writer doesn't know it. */
  List<WriteReply> outcomes(ByteString operation) {
    if (queue.holds(operation)) {
      return List.of(WriteReply.newBuilder().setOutcome(Outcome.PENDING).build());
    }
    return inFlight.outcomes(operation);
  }

  void chainChanged(List<Block> undone, List<Block> applied) {
    inFlight.chainChanged(undone, applied);
    window.chainChanged(undone, applied);
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        if (nextNonce < 0) {
          nextNonce = Math.max(inFlight.nextNonce(), chain.nextNonce(account.address()));
        }
        step();
      } catch (InterruptedException e) {
        return;
      } catch (RpcFailure e) {
        LOG.debug("waiting for the chain's client: {}", e.getMessage());
        LockSupport.parkNanos(RETRY_NANOS);
      } catch (RuntimeException e) {
        LOG.error("a writer has a defect; going on", e);
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void step() throws RpcFailure, InterruptedException {
    inFlight.findLost(chain);
    if (!sendAll()) {
      LockSupport.parkNanos(RETRY_NANOS);
      return;
    }
    for (long number : inFlight.takeMadeBeforeLast()) {
      journal.settled(number, Outcome.COMMITTED);
    }
    if (journal.isReadyToTurnOver(inFlight.openNonce())) {
      journal.turnOver();
    }
    long room = window.room(inFlight.unconfirmedBytes());
    if (inFlight.unconfirmed() >= options.inFlightMax() || room <= 0) {
      endLate();
      TimeUnit.MILLISECONDS.sleep(options.lingerMs() + 1);
      return;
    }
    Batch batch = nextBatch(room);
    if (!batch.isEmpty()) {
      submit(batch);
      if (!sendAll()) {
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /** It is in no transaction, or was left out of all; and it comes into no other. */
  private void end(AccountWrite write, Outcome outcome, String detail) {
    PendingWrite pending = write.pending();
    if (write.isNew()) {
      inFlight.end(write, outcome, detail);
      queue.done(pending);
    } else {
      journal.settled(write.number(), outcome);
      inFlight.end(write, outcome, detail);
    }
  }

  /** Sends the transactions that no pool has, by rising nonce. Returns whether none is left. */
  private boolean sendAll() throws InterruptedException {
    for (Submitted submitted : inFlight.unsent()) {
      boolean first = inFlight.sending(submitted);
      try {
        chain.send(submitted.raw());
        inFlight.sent(submitted);
      } catch (Unreachable e) {
        LOG.debug("not sent: {}", e.getMessage());
        return false;
      } catch (Refused e) {
        if (!first || submitted.nonce() != nextNonce - 1) {
          // A pool may have it already, or later transactions need its nonce. The reason, such as a
          // full pool, is temporary.
          LOG.warn("transaction {} is refused for now: {}", submitted.hashHex(), e.getMessage());
          return false;
        }
        LOG.warn("transaction {} is refused: {}", submitted.hashHex(), e.getMessage());
        journal.refused(submitted.nonce());
        inFlight.refused(
            submitted, "the chain's client refuses the transaction: " + e.getMessage());
        nextNonce--;
        return false;
      }
    }
    return true;
  }

  private Batch nextBatch(long bytesMax) throws InterruptedException {
    long gasLimit = state.newest().map(block -> block.gas().limit()).orElse(0L);
    InFlight.Due due = inFlight.due();
    // A transaction takes at most half a block, which leaves room for others.
    Batch batch = new Batch(model, bytesMax, gasLimit / 2, options.batchMax(), due.seen());
    for (AccountWrite write : due.writes()) {
      if (!add(write, batch, gasLimit)) {
        return batch;
      }
    }
    endLate();
    long deadline = 0;
    while (true) {
      if (deadline == 0 && !batch.isEmpty()) {
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.lingerMs());
      }
      Optional<AccountWrite> next = first.isPresent() ? first : take(deadline);
      first = Optional.empty();
      if (next.isEmpty()) {
        return batch;
      }
      if (!add(next.get(), batch, gasLimit)) {
        first = next;
        return batch;
      }
    }
  }

  /** Adds a write, lets it wait or ends it. Returns whether it doesn't need a further batch. */
  private boolean add(AccountWrite write, Batch batch, long gasLimit) throws InterruptedException {
    if (inFlight.reverts(write) >= REVERTS_MAX) {
      end(write, Outcome.FAILED, "the transaction was executed and reverted");
      return true;
    }
    WriteMerger.Result result = merger.make(write, batch);
    if (result instanceof WriteMerger.Ended ended) {
      end(write, ended.outcome(), ended.detail());
    } else if (result instanceof WriteMerger.Made made) {
      Optional<String> tooLarge =
          Batch.tooLarge(model, made.conditional().write(), made.replacedBytes(), gasLimit);
      if (tooLarge.isEmpty()) {
        return batch.add(write, made.conditional(), made.replacedBytes());
      }
      end(write, Outcome.TOO_LARGE, tooLarge.get());
    }
    return true;
  }

  /**
   * The next write; empty if there is none in time.
   *
   * @param deadline 0 for a while
   */
  private Optional<AccountWrite> take(long deadline) throws InterruptedException {
    boolean isFull = early.size() + inFlight.waiting() >= HELD_MAX;
    long wakeMs = early.isEmpty() && !inFlight.isRestless() ? WAKE_MS : HELD_WAKE_MS;
    long end = deadline == 0 ? System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wakeMs) : deadline;
    while (true) {
      long known = state.newest().map(Block::number).orElse(0L);
      if (!early.isEmpty() && early.peek().fromBlock() <= known) {
        return Optional.of(inFlight.take(early.remove()));
      }
      long leftNs = Math.max(0, end - System.nanoTime());
      if (isFull) {
        TimeUnit.NANOSECONDS.sleep(leftNs);
        return Optional.empty();
      }
      PendingWrite next = queue.take(leftNs);
      if (next == null) {
        return Optional.empty();
      }
      if (next.fromBlock() <= known) {
        return Optional.of(inFlight.take(next));
      }
      early.add(next);
    }
  }

  /** Ends writes that have waited too long for a block. */
  private void endLate() {
    for (Iterator<PendingWrite> waiting = early.iterator(); waiting.hasNext(); ) {
      PendingWrite write = waiting.next();
      if (System.nanoTime() - write.untilNs() > 0) {
        waiting.remove();
        write.end(Outcome.NOT_SUBMITTED, "no block came in time that the write waits for");
        queue.done(write);
      }
    }
  }

  private void submit(Batch batch) {
    long start = System.nanoTime();
    List<AccountWrite> added = batch.operations().stream().filter(AccountWrite::isNew).toList();
    try {
      String data = batch.data();
      byte[] raw = sign(batch.gas(data), data);
      Submitted submitted = new Submitted(nextNonce, raw, batch.operations(), batch.writes());
      // A transaction that isn't in the journal is never sent; the next one gets its nonce.
      journal.signed(submitted);
      inFlight.add(submitted);
      nextNonce++;
    } catch (RuntimeException e) {
      added.forEach(w -> end(w, Outcome.UNKNOWN, "perhaps not submitted: " + e.getMessage()));
      throw e;
    }
    long nanos = System.nanoTime() - start;
    for (AccountWrite write : added) {
      write.pending().times().prepared(nanos);
      queue.done(write.pending());
    }
  }

  private byte[] sign(long gas, String data) {
    Shard shard = chain.shard();
    return account.sign(shard.consensus(), shard.chainId(), shard.contract(), nextNonce, gas, data);
  }

  /** Takes no more; {@link #close} then waits for less long. */
  void stop() {
    thread.interrupt();
  }

  /** If the chain's client hangs, the writer's thread ends only some seconds later, by itself. */
  @Override
  public void close() throws InterruptedException {
    stop();
    thread.join(TimeUnit.SECONDS.toMillis(5));
    journal.close();
  }
}
