package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.Block.Written;
import io.hybridycsb.blockchaindb.server.eth.ContractCalls;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Refused;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Unreachable;
import io.hybridycsb.blockchaindb.server.shard.Submitted.Place;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A lane's transactions, from their signing until they are deep in the chain. */
final class InFlight {
  /** The depth in the chain from which on a transaction is no longer checked. */
  private static final int FINAL_DEPTH = 64;

  /** When no block has a transaction for so long, the pool is asked whether it still has it. */
  private static final long SUSPECT_NS = TimeUnit.SECONDS.toNanos(4);

  /** Operations whose outcome is remembered. */
  private static final int REMEMBERED_MAX = 100_000;

  private final Overlay overlay;
  private final TreeMap<Long, Submitted> byNonce = new TreeMap<>();
  private final Map<String, Submitted> byHash = new HashMap<>();

  /** By nonce; for transactions of an earlier process only those that were needed. */
  private final Map<Long, List<Written>> writes = new HashMap<>();

  private final Map<ByteString, Submitted> byOperation =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteString, Submitted> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };
  private long nextNonce;
  private int unconfirmed;

  /**
   * @param found transactions that an earlier process has signed; each may or may not be in the
   *     chain
   */
  InFlight(List<Submitted> found, Overlay overlay) {
    this.overlay = overlay;
    found.forEach(submitted -> register(submitted.foundAgain()));
  }

  synchronized void add(Submitted submitted, List<Written> written) {
    register(submitted);
    writes.put(submitted.nonce(), written);
    showPending(submitted);
  }

  private void register(Submitted submitted) {
    byNonce.put(submitted.nonce(), submitted);
    byHash.put(submitted.hashHex(), submitted);
    submitted.operations().forEach(id -> byOperation.put(id, submitted));
    nextNonce = Math.max(nextNonce, submitted.nonce() + 1);
    unconfirmed++;
  }

  /** Treats transactions of an earlier process that no known block has as being on their way. */
  synchronized void showFound() {
    byNonce.values().stream()
        .filter(submitted -> submitted.place() != Place.IN_BLOCK)
        .forEach(this::showPending);
  }

  private void showPending(Submitted submitted) {
    writes
        .computeIfAbsent(submitted.nonce(), nonce -> ContractCalls.writesIn(submitted.raw()))
        .forEach(write -> overlay.put(write.key(), submitted.nonce(), write.value()));
  }

  /** The nonce after all signed transactions. */
  synchronized long nextNonce() {
    return nextNonce;
  }

  /** How many transactions no block has yet. */
  synchronized int unconfirmed() {
    return unconfirmed;
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
  }

  synchronized void refused(Submitted submitted, String reason) {
    submitted.refused(reason);
    settle(submitted);
    byNonce.remove(submitted.nonce());
    byHash.remove(submitted.hashHex());
    writes.remove(submitted.nonce());
    nextNonce = submitted.nonce();
    unconfirmed--;
  }

  private void settle(Submitted submitted) {
    writes
        .getOrDefault(submitted.nonce(), List.of())
        .forEach(write -> overlay.settle(write.key(), submitted.nonce()));
  }

  synchronized Optional<WriteReply> outcome(ByteString operation) {
    return Optional.ofNullable(byOperation.get(operation)).map(Submitted::status);
  }

  synchronized void chainChanged(List<Block> undone, List<Block> applied) {
    for (Block block : undone) {
      block.transactions().keySet().forEach(hash -> known(hash).ifPresent(this::undo));
    }
    for (Block block : applied) {
      block
          .transactions()
          .forEach((hash, success) -> known(hash).ifPresent(s -> settleIn(block, s, success)));
    }
    if (applied.isEmpty()) {
      return;
    }
    long newest = applied.get(applied.size() - 1).number();
    byNonce.values().forEach(submitted -> submitted.chainAt(newest));
    while (!byNonce.isEmpty() && isFinal(byNonce.firstEntry().getValue(), newest)) {
      Submitted last = byNonce.pollFirstEntry().getValue();
      byHash.remove(last.hashHex());
      writes.remove(last.nonce());
      last.forget();
    }
  }

  private Optional<Submitted> known(String hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  private void undo(Submitted submitted) {
    submitted.undone();
    unconfirmed++;
    showPending(submitted);
  }

  private void settleIn(Block block, Submitted submitted, boolean success) {
    submitted.inBlock(block.number(), success, System.nanoTime());
    unconfirmed--;
    settle(submitted);
  }

  private static boolean isFinal(Submitted submitted, long newest) {
    return submitted.place() == Place.IN_BLOCK && newest - submitted.block() > FINAL_DEPTH;
  }

  /** Asks the pool for the next transaction, and sends all again if the pool has lost it. */
  void findLost(EthChain chain) throws Unreachable, Refused, InterruptedException {
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
}
