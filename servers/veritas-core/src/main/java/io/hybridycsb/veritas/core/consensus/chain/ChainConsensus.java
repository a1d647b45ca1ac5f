package io.hybridycsb.veritas.core.consensus.chain;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * Consensus by a chain of blocks that others order and decide (VLDB'22 §3.2). The chain asks for
 * packs of transactions when it is this node's turn, and hands over decided blocks; one after
 * another they are executed in memory and then committed.
 *
 * <pre>
 *   commit ──> {@link Packer} ──> {@link #pack} ──> chain ──> {@link #execute} ──> {@link #commit} ──> answers
 * </pre>
 */
public final class ChainConsensus implements Consensus {
  private static final int DECODED_MAX = 8;

  private static final int DECODED_TRANSACTIONS_MAX = 100_000;

  private static final long DECODED_BYTES_MAX = 32 << 20;

  /** Each transaction has a signature. A proposer could fill a node's memory with empty ones. */
  private static final int TRANSACTION_BYTES_MIN = Ed25519.SIGNATURE_BYTES;

  private final NodeContext node;
  private final Ledger ledger;
  private final SerialReplica replica;
  private final Packer packer;
  private final ReadChecks readChecks;
  private final Certificates certificates;
  private final Replies replies = new Replies();
  private final CommitTimes commitTimes;
  private final Deque<Decoded> decoded = new ArrayDeque<>();
  private int decodedTransactions;
  private long decodedBytes;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private volatile ChainHead committed;
  private volatile long lastPosition;
  private List<CheckedTransaction> inBlock = List.of();

  private record Decoded(byte[] pack, List<CheckedTransaction> transactions) {
    long memoryBytes() {
      return pack.length + CheckedTransaction.memoryBytes(transactions);
    }
  }

  /**
   * Held for writing while a block is applied to the state store, and for good if that fails: half
   * a block must not be taken for a state.
   */
  private final StampedLock applying = new StampedLock();

  /**
   * @param gatherMs how long {@link #pack} waits for more transactions, at most
   */
  public ChainConsensus(NodeContext node, Certificates certificates, int gatherMs) {
    this.node = node;
    this.certificates = certificates;
    ledger = node.data().ledger();
    replica = new SerialReplica(node.data());
    packer = new Packer(node, replica::isKnown, gatherMs);
    readChecks = new ReadChecks(node.data().store().forReaders(), applying);
    commitTimes = new CommitTimes(node.times());
    committed = ledger.head();
    lastPosition = committedPosition();
  }

  /** Sets the action for transactions that were admitted here. It must not block. */
  public void whenAdmitted(Consumer<List<CheckedTransaction>> action) {
    packer.whenAdmitted(action);
  }

  public boolean hasWaiting() {
    return packer.hasWaiting();
  }

  /** The chain's height at the ledger's last committed block; 0 when there is none. */
  public long committedPosition() {
    long height = committed.height();
    return height == 0 ? 0 : ledger.readHeader(height).getPosition();
  }

  /** The head of the committed ledger. */
  public ChainHead committed() {
    return committed;
  }

  /** The head of the ledger with executed blocks that aren't committed yet. */
  public ChainHead executed() {
    return ledger.head();
  }

  /**
   * Packs the transactions that wait here. While more keep coming it waits for them, as long as it
   * may.
   *
   * @param bytesMax what the block has room for
   * @return an encoded {@link Pack}, or null when nothing waits
   */
  public byte[] pack(int bytesMax) {
    packer.gather();
    List<CheckedTransaction> transactions = packer.pack(bytesMax);
    if (transactions.isEmpty()) {
      return null;
    }
    Pack.Builder pack = Pack.newBuilder();
    transactions.forEach(transaction -> pack.addTransactions(transaction.message()));
    byte[] bytes = pack.build().toByteArray();
    remember(new Decoded(bytes, transactions));
    return bytes;
  }

  /**
   * Reads a pack, each transaction checked, now or when it was forwarded to this node.
   *
   * @throws IllegalArgumentException if it isn't a pack, or has more transactions than its bytes
   *     can hold
   */
  public List<CheckedTransaction> read(byte[] pack) {
    synchronized (decoded) {
      for (Decoded known : decoded) {
        if (Arrays.equals(known.pack(), pack)) {
          return known.transactions();
        }
      }
    }
    Pack message;
    try {
      message = Pack.parseFrom(UnsafeByteOperations.unsafeWrap(pack));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a pack of transactions is expected", e);
    }
    int most = pack.length / TRANSACTION_BYTES_MIN;
    if (message.getTransactionsCount() < 1 || message.getTransactionsCount() > most) {
      throw new IllegalArgumentException(
          "a pack of %s bytes has 1 to %s transactions, not %s"
              .formatted(pack.length, most, message.getTransactionsCount()));
    }
    long start = System.nanoTime();
    List<CheckedTransaction> transactions = new ArrayList<>(message.getTransactionsCount());
    for (Transaction transaction : message.getTransactionsList()) {
      transactions.add(packer.check(transaction));
    }
    node.times().add(Stage.CHECK, System.nanoTime() - start);
    remember(new Decoded(pack, transactions));
    return transactions;
  }

  /** A pack is read twice: to check it when it is proposed, to execute it when it is decided. */
  private void remember(Decoded pack) {
    synchronized (decoded) {
      decoded.addLast(pack);
      decodedTransactions += pack.transactions().size();
      decodedBytes += pack.memoryBytes();
      while (decoded.size() > DECODED_MAX
          || decodedTransactions > DECODED_TRANSACTIONS_MAX
          || decodedBytes > DECODED_BYTES_MAX) {
        Decoded oldest = decoded.removeFirst();
        decodedTransactions -= oldest.transactions().size();
        decodedBytes -= oldest.memoryBytes();
      }
    }
  }

  /** The number of transactions in the remembered packs. */
  int decodedTransactions() {
    synchronized (decoded) {
      return decodedTransactions;
    }
  }

  /** What the remembered packs take in memory. */
  long decodedBytes() {
    synchronized (decoded) {
      return decodedBytes;
    }
  }

  /** Whether all transactions of a pack stand in the ledger. */
  public boolean isKnown(List<CheckedTransaction> pack) {
    return pack.stream().allMatch(t -> t.id() != null && replica.isKnown(t.id()));
  }

  /**
   * Executes a decided block in memory.
   *
   * @param position the block's height in the chain
   * @param transactions those of its packs, in their order; without any, nothing is done
   * @return the outcomes, one for each transaction
   */
  public Outcome[] execute(long position, String proposer, List<CheckedTransaction> transactions) {
    lastPosition = position;
    if (transactions.isEmpty()) {
      return new Outcome[0];
    }
    long withinBefore = node.times().nanosWithinExecution();
    long start = System.nanoTime();
    commitTimes.begin();
    Outcome[] outcomes = replica.execute(position, proposer, transactions);
    inBlock = transactions;
    long within = node.times().nanosWithinExecution() - withinBefore;
    node.times().add(Stage.EXECUTE, System.nanoTime() - start - within);
    commitTimes.pause();
    return outcomes;
  }

  /** Makes the executed blocks durable, applies them and answers the calls that wait for them. */
  public void commit() {
    if (inBlock.isEmpty()) {
      return;
    }
    commitTimes.resume();
    long stamp = applying.tryWriteLock();
    if (stamp == 0) {
      throw new IllegalStateException("an earlier block could not be applied");
    }
    node.clients().applied().begin(ledger.head().height());
    List<Decision> decisions = replica.flush();
    applying.unlockWrite(stamp);
    committed = ledger.head();
    packer.decided(inBlock);
    inBlock = List.of();
    decisions.forEach(decision -> node.clients().waiters().decided(decision, replies, commitTimes));
    node.clients().applied().advance(committed.height());
    replies.flush();
    commitTimes.answered(committed.height());
  }

  /** Goes on from the block that the ledger was restored to, on the thread that executes. */
  public void restored() {
    ledger.restored();
    node.data().store().ledgerRestored();
    replica.restored();
    committed = ledger.head();
    lastPosition = committedPosition();
    node.clients().applied().advance(committed.height());
  }

  @Override
  public Map<String, Runnable> threads() {
    return Map.of("packer", packer, "read-checks", readChecks);
  }

  @Override
  public void forwarded(Call call) {
    node.clients().commit(call);
  }

  @Override
  public void checkReads(Call call, List<Read> reads) {
    readChecks.submit(call, reads);
  }

  @Override
  public Certificates certificates() {
    return certificates;
  }

  /** The chain has given the node all blocks that it had when the node started. */
  public void markCaughtUp() {
    caughtUp.countDown();
  }

  @Override
  public boolean isCaughtUp() {
    return caughtUp.getCount() == 0;
  }

  @Override
  public boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return caughtUp.await(timeoutMs, TimeUnit.MILLISECONDS);
  }

  @Override
  public long orderedHeight() {
    return ledger.head().height();
  }

  @Override
  public long lastPosition() {
    return lastPosition;
  }
}
