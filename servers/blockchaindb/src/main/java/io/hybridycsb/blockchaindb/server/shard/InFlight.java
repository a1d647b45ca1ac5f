package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.shard.Submitted.Place;
import io.hybridycsb.ethereum.contract.ContractCalls.ExpectedBlock;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A writer's transactions, from their signing until they are deep in the chain, and the writes that
 * they carry. A write stays until a block contains it for good. One that the chain has left out is
 * due again.
 */
final class InFlight {
  /** The depth in the chain from which on a transaction is no longer checked. */
  private static final int FINAL_DEPTH = 64;

  /** When no block has a transaction for so long, the pool is asked whether it still has it. */
  private static final long SUSPECT_NS = TimeUnit.SECONDS.toNanos(4);

  private static final Due NOTHING_DUE = new Due(List.of(), ExpectedBlock.NONE);

  private final TreeMap<Long, Submitted> byNonce = new TreeMap<>();
  private final Map<String, Submitted> byHash = new HashMap<>();
  private final KeyWrites writes = new KeyWrites();

  /** Writes that wait for others of their key, and that no transaction carries yet. */
  private final Set<AccountWrite> waiting = new HashSet<>();

  private final Operations operations = new Operations();
  private List<Long> madeBeforeLast = new ArrayList<>();
  private long newestNumber;
  private String newestHash = "";
  private long nextNonce;
  private long nextNumber;
  private int unconfirmed;
  private long unconfirmedBytes;

  /**
   * Writes to submit now.
   *
   * @param seen the block in whose chain all their transactions so far have left them out
   */
  record Due(List<AccountWrite> writes, ExpectedBlock seen) {}

  /**
   * What a write finds.
   *
   * @param open the value that the key's last transaction on its way would write, empty for a
   *     removal; otherwise what the block holds is to be taken
   * @param block the hash of the newest block that is known
   */
  record Before(Optional<byte[]> open, String block) {}

  /**
   * @param found transactions that an earlier process has signed; each may or may not be in the
   *     chain
   */
  InFlight(List<Submitted> found) {
    found.forEach(submitted -> register(submitted.foundAgain()));
  }

  /** A write that the writer takes now. */
  synchronized AccountWrite take(PendingWrite write) {
    return new AccountWrite(nextNumber++, write);
  }

  /**
   * What a write finds; empty if it has to wait, since one of its key before it was left out, or
   * since it is the turn of others. Then it is due later, together with those before it.
   *
   * @param inTheMaking what the transaction carries so far into which it shall come
   */
  synchronized Optional<Before> before(AccountWrite write, Collection<AccountWrite> inTheMaking) {
    if (writes.isNext(write, inTheMaking) && !mustLetOthersGo(write, inTheMaking)) {
      return Optional.of(new Before(writes.openValue(write.key()), newestHash));
    }
    if (write.isNew()) {
      writes.add(write);
      waiting.add(write);
    }
    writes.mayBeDue(write);
    return Optional.empty();
  }

  /** One that goes together with one that was left out need not. */
  private boolean mustLetOthersGo(AccountWrite write, Collection<AccountWrite> inTheMaking) {
    return write.isNew()
        && writes.newOnesWait(write.key())
        && inTheMaking.stream().noneMatch(with -> Arrays.equals(with.key(), write.key()));
  }

  /** How many writes wait for others of their key. */
  synchronized int waiting() {
    return waiting.size();
  }

  /** The writes that must be submitted, or submitted again, each behind all before it. */
  synchronized Due due() {
    List<AccountWrite> due = writes.due();
    return due.isEmpty()
        ? NOTHING_DUE
        : new Due(due, new ExpectedBlock(newestNumber, Hex.bytes(newestHash)));
  }

  /** How often the chain has reverted a transaction with this write. */
  synchronized long reverts(AccountWrite write) {
    return write.reverts();
  }

  /** Whether there may soon be one due. */
  synchronized boolean isRestless() {
    return writes.isRestless();
  }

  synchronized void add(Submitted submitted) {
    register(submitted);
  }

  private void register(Submitted submitted) {
    byNonce.put(submitted.nonce(), submitted);
    byHash.put(submitted.hashHex(), submitted);
    for (int i = 0; i < submitted.writes().size(); i++) {
      AccountWrite write = submitted.writes().get(i);
      nextNumber = Math.max(nextNumber, write.number() + 1);
      waiting.remove(write);
      if (write.isNew()) {
        operations.add(write);
      }
      if (!write.isSettled()) {
        write.attempt(submitted, i);
        writes.add(write);
      }
    }
    nextNonce = Math.max(nextNonce, submitted.nonce() + 1);
    count(submitted, 1);
  }

  /** Whether a write of the key is on its way into the chain. */
  synchronized boolean isPending(byte[] key) {
    return writes.isMissing(key);
  }

  /** The nonce after all signed transactions. */
  synchronized long nextNonce() {
    return nextNonce;
  }

  /** How many transactions no block has yet. */
  synchronized int unconfirmed() {
    return unconfirmed;
  }

  /** How many bytes these have. */
  synchronized long unconfirmedBytes() {
    return unconfirmedBytes;
  }

  private void count(Submitted submitted, int change) {
    unconfirmed += change;
    unconfirmedBytes += (long) change * submitted.raw().length;
  }

  /** The lowest nonce that isn't deep in the chain; {@link #nextNonce} if all are. */
  synchronized long openNonce() {
    return byNonce.isEmpty() ? nextNonce : byNonce.firstKey();
  }

  /** The transactions that no pool has, by rising nonce. */
  synchronized List<Submitted> unsent() {
    return byNonce.values().stream()
        .filter(submitted -> submitted.place() == Place.UNSENT)
        .toList();
  }

  /** As {@link Submitted#sending}. */
  synchronized boolean sending(Submitted submitted) {
    return submitted.sending();
  }

  synchronized void sent(Submitted submitted) {
    submitted.sent(System.nanoTime());
    for (AccountWrite write : submitted.writes()) {
      if (!write.isSettled() && write.pending().commit() < 0) {
        write.pending().reply().complete(status(write));
      }
    }
  }

  /** No pool has it, and its nonce is free again. Writes that it was the first to carry end. */
  synchronized void refused(Submitted submitted, String reason) {
    for (AccountWrite write : submitted.writes()) {
      write.takeBack(submitted);
      if (write.isNew()) {
        end(write, Outcome.NOT_SUBMITTED, reason);
      } else {
        writes.mayBeDue(write);
      }
    }
    byNonce.remove(submitted.nonce());
    byHash.remove(submitted.hashHex());
    nextNonce = submitted.nonce();
    count(submitted, -1);
  }

  /** The write has no effect and never will. */
  synchronized void end(AccountWrite write, Outcome outcome, String detail) {
    writes.remove(write);
    waiting.remove(write);
    write.settle(WriteReply.newBuilder().setOutcome(outcome).setDetail(detail).build());
  }

  /** The outcomes of an operation's writes. */
  synchronized List<WriteReply> outcomes(ByteString operation) {
    return operations.writesOf(operation).stream().map(this::status).toList();
  }

  private WriteReply status(AccountWrite write) {
    if (write.settled().isPresent()) {
      return write.settled().get();
    }
    Optional<Submitted> by = writes.committing(write);
    if (by.isPresent()) {
      return committed(by.get());
    }
    List<Submitted> transactions = write.transactions();
    boolean isInPool = transactions.stream().anyMatch(s -> s.place() == Place.IN_POOL);
    return WriteReply.newBuilder()
        .setOutcome(isInPool ? Outcome.ACCEPTED : Outcome.PENDING)
        .addAllTransactions(transactions.stream().map(s -> ByteString.copyFrom(s.hash())).toList())
        .build();
  }

  private static WriteReply committed(Submitted by) {
    return WriteReply.newBuilder()
        .setOutcome(Outcome.COMMITTED)
        .addTransactions(ByteString.copyFrom(by.hash()))
        .setBlock(by.block())
        .build();
  }

  synchronized void chainChanged(List<Block> undone, List<Block> applied) {
    for (Block block : undone) {
      block.transactions().keySet().forEach(hash -> known(hash).ifPresent(this::undo));
    }
    for (Block block : applied) {
      writes.see(block);
      block.transactions().forEach((hash, how) -> known(hash).ifPresent(s -> make(block, s, how)));
    }
    if (applied.isEmpty()) {
      Block oldest = undone.get(undone.size() - 1);
      newestNumber = oldest.number() - 1;
      newestHash = oldest.parent();
      return;
    }
    newestNumber = applied.get(applied.size() - 1).number();
    newestHash = applied.get(applied.size() - 1).hash();
    byNonce.values().forEach(this::acknowledge);
    while (!byNonce.isEmpty() && isFinal(byNonce.firstEntry().getValue())) {
      retire(byNonce.pollFirstEntry().getValue());
    }
  }

  private Optional<Submitted> known(String hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  private void undo(Submitted submitted) {
    count(submitted, submitted.isOpen() ? 0 : 1);
    submitted.undone();
  }

  private void make(Block block, Submitted submitted, Block.Execution how) {
    count(submitted, submitted.isOpen() ? -1 : 0);
    submitted.inBlock(block.number(), how, System.nanoTime());
    if (!how.success() || !how.stale().isEmpty()) {
      submitted.writes().forEach(writes::mayBeDue);
    }
  }

  /** Answers the writes whose depth is reached. */
  private void acknowledge(Submitted submitted) {
    for (AccountWrite write : submitted.writes()) {
      if (write.isSettled() || write.pending().commit() < 0 || write.pending().reply().isDone()) {
        continue;
      }
      writes
          .committing(write)
          .filter(by -> newestNumber - by.block() >= write.pending().commit())
          .ifPresent(by -> write.pending().reply().complete(committed(by)));
    }
  }

  private boolean isDeep(Submitted submitted) {
    return submitted.place() == Place.IN_BLOCK && newestNumber - submitted.block() > FINAL_DEPTH;
  }

  /** Whether it is deep in the chain, and no write depends on it that was left out. */
  private boolean isFinal(Submitted submitted) {
    return isDeep(submitted)
        && submitted.writes().stream()
            .allMatch(
                write ->
                    write.isSettled()
                        || !write.isLastIn(submitted)
                        || writes.committing(write).filter(this::isDeep).isPresent());
  }

  private void retire(Submitted submitted) {
    for (AccountWrite write : submitted.writes()) {
      if (!write.isSettled()) {
        writes.committing(write).filter(this::isDeep).ifPresent(by -> settle(submitted, write, by));
      }
    }
    byHash.remove(submitted.hashHex());
    submitted.forget();
  }

  /** One that is deep in the chain, together with those of the key that it contains. */
  private void settle(Submitted retired, AccountWrite write, Submitted by) {
    for (AccountWrite contained : writes.upTo(write)) {
      if (contained.transactions().stream().anyMatch(s -> s.nonce() > retired.nonce())) {
        madeBeforeLast.add(contained.number());
      }
      writes.remove(contained);
      contained.settle(committed(by));
    }
  }

  /**
   * The numbers of writes that are deep in the chain though a later transaction carried them again.
   * The journal must tell, or that one alone would be found once it has forgotten the earlier one.
   */
  synchronized List<Long> takeMadeBeforeLast() {
    List<Long> numbers = madeBeforeLast;
    madeBeforeLast = new ArrayList<>();
    return numbers;
  }

  /** Asks the pool for the next transaction, and sends all again if the pool has lost it. */
  void findLost(EthChain chain) throws RpcFailure, InterruptedException {
    Optional<Submitted> suspect = suspect();
    if (suspect.isPresent()) {
      boolean lost = !chain.knows(suspect.get().hashHex());
      synchronized (this) {
        if (lost) {
          byNonce.values().forEach(Submitted::lost);
        } else {
          suspect.get().sent(System.nanoTime());
        }
      }
    }
  }

  private synchronized Optional<Submitted> suspect() {
    return byNonce.values().stream()
        .filter(submitted -> submitted.place() == Place.IN_POOL)
        .findFirst()
        .filter(submitted -> System.nanoTime() - submitted.sentNs() > SUSPECT_NS);
  }

  /** The writes of the newest operations, by the operation's id. */
  private static final class Operations {
    private static final int REMEMBERED_MAX = 100_000;

    private final Map<ByteString, List<AccountWrite>> byId =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<ByteString, List<AccountWrite>> eldest) {
            return size() > REMEMBERED_MAX;
          }
        };

    void add(AccountWrite write) {
      byId.compute(
          write.operation(),
          (id, others) -> {
            if (others == null) {
              return List.of(write);
            }
            List<AccountWrite> all = new ArrayList<>(others);
            if (!all.contains(write)) {
              all.add(write);
            }
            return List.copyOf(all);
          });
    }

    List<AccountWrite> writesOf(ByteString id) {
      return byId.getOrDefault(id, List.of());
    }
  }
}
