package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.chain.Layout;
import io.hybridycsb.blockchaindb.client.RecordCodec;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.Block.Written;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Refused;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Unreachable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of some keys of a shard, in order, through one account: queue → batch → journal →
 * pool, one thread. A key always takes the same lane, because the pool orders only the transactions
 * of one account, by nonce.
 */
final class Lane implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
  private static final long WAKE_MS = 100;
  private static final long RETRY_MS = 200;

  private final EthChain chain;
  private final Layout layout;
  private final ShardState state;
  private final Options options;
  private final Account account;
  private final GasModel model;
  private final RecordLimits limits;
  private final Journal journal;
  private final InFlight inFlight;
  private final Overlay overlay = new Overlay();
  private final WriteQueue queue = new WriteQueue();
  private final Thread thread;

  /** The write that was taken but didn't fit into the previous batch. */
  private Optional<PendingWrite> first = Optional.empty();

  private long nextNonce = -1;

  /**
   * @param batchMax writes in a transaction
   * @param lingerMs how long the first write of a batch waits for others
   * @param inFlightMax transactions that no block has yet
   */
  record Options(int batchMax, long lingerMs, int inFlightMax) {}

  /**
   * @param journal of the account; closed with the lane
   * @param found what is in the journal
   */
  Lane(
      String name,
      EthChain chain,
      Layout layout,
      ShardState state,
      Account account,
      Journal journal,
      List<Submitted> found,
      Options options) {
    this.chain = chain;
    this.layout = layout;
    this.state = state;
    this.account = account;
    this.options = options;
    this.model = new GasModel(layout);
    this.limits = new RecordLimits(layout, model);
    this.journal = journal;
    this.inFlight = new InFlight(found, overlay);
    this.thread = new Thread(this::run, "lane-" + name);
    this.thread.setDaemon(true);
  }

  /** Begins to work. Call it once the state has caught up with the chain. */
  void start() {
    inFlight.showFound();
    thread.start();
  }

  /** Accepts a write, or refuses one too large for any transaction; false if too many wait. */
  boolean offer(PendingWrite write) {
    Optional<String> tooLarge =
        RecordLimits.beyondTransaction(
            write.write().getKey().size(), write.write().getRecord().size());
    tooLarge.ifPresent(detail -> write.end(Outcome.TOO_LARGE, detail));
    return tooLarge.isPresent() || queue.offer(write);
  }

  /** Whether a transaction with a write of this key is on its way. */
  boolean isPending(byte[] key) {
    return overlay.has(key);
  }

  /** The outcome of an operation; empty if the lane doesn't know it. */
  Optional<WriteReply> outcome(ByteString operation) {
    if (queue.holds(operation)) {
      return Optional.of(WriteReply.newBuilder().setOutcome(Outcome.PENDING).build());
    }
    return inFlight.outcome(operation);
  }

  void chainChanged(List<Block> undone, List<Block> applied) {
    inFlight.chainChanged(undone, applied);
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
      } catch (Unreachable | Refused e) {
        LOG.debug("waiting for the chain's client: {}", e.getMessage());
        pause();
      } catch (RuntimeException e) {
        LOG.error("a lane has a defect; going on", e);
        pause();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void step() throws Unreachable, Refused, InterruptedException {
    inFlight.findLost(chain);
    if (!sendAll()) {
      pause();
      return;
    }
    if (journal.isReadyToTurnOver(inFlight.openNonce())) {
      journal.turnOver();
    }
    if (inFlight.unconfirmed() >= options.inFlightMax()) {
      TimeUnit.MILLISECONDS.sleep(options.lingerMs() + 1);
      return;
    }
    Batch batch = nextBatch();
    if (!batch.isEmpty()) {
      submit(batch);
      sendAll();
    }
  }

  private void end(PendingWrite operation, Outcome outcome, String detail) {
    operation.end(outcome, detail);
    queue.done(operation);
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
      }
    }
    return true;
  }

  private Batch nextBatch() throws InterruptedException {
    long gasLimit = state.newest().map(Block::gasLimit).orElse(0L);
    // A transaction takes at most half a block, which leaves room for others.
    Batch batch = new Batch(model, gasLimit / 2, options.batchMax());
    long deadline = 0;
    while (true) {
      PendingWrite next = first.isPresent() ? first.get() : take(deadline);
      first = Optional.empty();
      if (next == null) {
        return batch;
      }
      Optional<Written> write = resolve(next, batch);
      if (write.isEmpty() || isTooLarge(next, write.get(), gasLimit)) {
        continue;
      }
      if (!batch.add(next, write.get(), replacedBytes(next))) {
        first = Optional.of(next);
        return batch;
      }
      if (deadline == 0) {
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.lingerMs());
      }
    }
  }

  /** The next write; null if there is none in time. */
  private PendingWrite take(long deadline) throws InterruptedException {
    long waitNs =
        deadline == 0 ? TimeUnit.MILLISECONDS.toNanos(WAKE_MS) : deadline - System.nanoTime();
    return queue.take(waitNs);
  }

  /** The write to make; empty if there is nothing to do, and the operation has ended. */
  private Optional<Written> resolve(PendingWrite operation, Batch batch) {
    byte[] key = operation.write().getKey().toByteArray();
    byte[] record = operation.write().getRecord().toByteArray();
    Kind kind = operation.write().getKind();
    if (kind == Kind.SET) {
      return Optional.of(new Written(key, record));
    }
    Optional<byte[]> known = current(key, batch);
    if (kind == Kind.DELETE) {
      if (known.isEmpty()) {
        end(operation, Outcome.ABSENT, "");
        return Optional.empty();
      }
      return Optional.of(new Written(key, new byte[0]));
    }
    try {
      return Optional.of(
          new Written(key, known.map(k -> RecordCodec.merge(k, record)).orElse(record)));
    } catch (IllegalArgumentException e) {
      end(operation, Outcome.FAILED, "the record that is there can't be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** The record after all writes that this lane has taken so far. */
  private Optional<byte[]> current(byte[] key, Batch batch) {
    for (int i = batch.writes().size() - 1; i >= 0; i--) {
      if (java.util.Arrays.equals(batch.writes().get(i).key(), key)) {
        return Optional.of(batch.writes().get(i).value()).filter(value -> value.length > 0);
      }
    }
    Optional<byte[]> submitted = overlay.get(key);
    return submitted.isPresent() ? submitted.filter(value -> value.length > 0) : state.get(key);
  }

  /** The value's size at execution, at most, in the layout where clearing costs gas. */
  private int replacedBytes(PendingWrite operation) {
    if (layout != Layout.STORAGE) {
      return 0;
    }
    byte[] key = operation.write().getKey().toByteArray();
    int known = state.get(key).map(value -> value.length).orElse(0);
    return Math.max(known, overlay.get(key).map(value -> value.length).orElse(0));
  }

  private boolean isTooLarge(PendingWrite operation, Written write, long gasLimit) {
    Optional<String> reason = limits.tooLarge(write, replacedBytes(operation), gasLimit);
    reason.ifPresent(detail -> end(operation, Outcome.TOO_LARGE, detail));
    return reason.isPresent();
  }

  private void submit(Batch batch) {
    long start = System.nanoTime();
    try {
      String data = batch.data();
      byte[] raw = account.sign(chain.shard(), nextNonce, batch.gas(data), data);
      Submitted submitted =
          new Submitted(
              nextNonce,
              raw,
              batch.operations().stream()
                  .map(PendingWrite::operationId)
                  .collect(Collectors.toUnmodifiableSet()),
              batch.operations());
      // A transaction that isn't in the journal is never sent; the next one gets its nonce.
      journal.signed(submitted);
      inFlight.add(submitted, batch.writes());
      nextNonce++;
    } catch (RuntimeException e) {
      batch
          .operations()
          .forEach(
              operation ->
                  end(operation, Outcome.UNKNOWN, "perhaps not submitted: " + e.getMessage()));
      throw e;
    }
    batch.operations().forEach(queue::done);
    long nanos = System.nanoTime() - start;
    batch.operations().forEach(operation -> operation.times().prepared(nanos));
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(5));
    journal.close();
  }
}
