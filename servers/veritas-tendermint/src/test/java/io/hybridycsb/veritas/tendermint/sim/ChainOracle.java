package io.hybridycsb.veritas.tendermint.sim;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.sim.ModelValue;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Pack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the chain means, worked out in the plainest way from its blocks alone. It never restarts, so
 * whatever a node makes of the chain after a restart must be what the oracle made of it at once.
 */
final class ChainOracle {
  private static final int SIGNATURE_BYTES = 64;
  private static final int TURN_BYTES_MIN = 10;
  private static final int TURN_BYTES_MAX = 128;
  private static final int INDEX_BITS = 20;

  /** A block of the ledger. */
  static final class Block {
    final long position;
    final String proposer;
    final List<CheckedTransaction> transactions = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();
    Map<ByteKey, ModelValue> stateAfter;
    long newestTimestamp;

    Block(long position, String proposer) {
      this.position = position;
      this.proposer = proposer;
    }
  }

  /** Where the transaction stands that has an id. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Place(long height, int index, Outcome outcome, byte[] bodyHash) {}

  private final TransactionChecker checker;
  private final int valueBytesMax;
  private final List<Block> ledger = new ArrayList<>();

  /** The height of the ledger after each block of the chain, from position 0. */
  private final List<Long> heights = new ArrayList<>(List.of(0L));

  private final List<List<byte[]>> results = new ArrayList<>();
  private final Map<TransactionId, Place> places = new HashMap<>();

  ChainOracle(TransactionChecker checker, int valueBytesMax) {
    this.checker = checker;
    this.valueBytesMax = valueBytesMax;
  }

  /** The transactions of a pack, or empty if this may not stand in a block. */
  private Optional<List<CheckedTransaction>> read(byte[] transaction) {
    if (transaction.length > 1 && transaction[0] == 1) {
      try {
        Pack pack = Pack.parseFrom(Arrays.copyOfRange(transaction, 1, transaction.length));
        int count = pack.getTransactionsCount();
        return count < 1 || count * SIGNATURE_BYTES > transaction.length - 1
            ? Optional.empty()
            : Optional.of(pack.getTransactionsList().stream().map(checker::check).toList());
      } catch (InvalidProtocolBufferException e) {
        return Optional.empty();
      }
    }
    boolean turn =
        transaction.length >= TURN_BYTES_MIN
            && transaction.length <= TURN_BYTES_MAX
            && transaction[0] == 2;
    return turn ? Optional.of(List.of()) : Optional.empty();
  }

  boolean mayStandInABlock(byte[] transaction) {
    return read(transaction).isPresent();
  }

  /** Whether the pool of a node whose ledger has this height takes a transaction of the chain. */
  boolean mayWait(byte[] transaction, long height) {
    Optional<List<CheckedTransaction>> pack = read(transaction);
    if (pack.isEmpty() || pack.get().isEmpty()) {
      return pack.isPresent();
    }
    boolean known = true;
    for (CheckedTransaction each : pack.get()) {
      if (each.fault() != null) {
        return false;
      }
      Place place = places.get(each.id());
      known &= place != null && place.height() <= height;
    }
    return !known;
  }

  /** Goes through the chain's next block. */
  void decide(String proposer, List<byte[]> transactions) {
    Block block = new Block(heights.size(), proposer);
    Map<ByteKey, ModelValue> state = new TreeMap<>(state(ledger.size()));
    block.newestTimestamp = ledger.isEmpty() ? 0 : block(ledger.size()).newestTimestamp;
    Set<ByteKey> writtenHere = new HashSet<>();
    List<byte[]> data = new ArrayList<>();
    for (byte[] transaction : transactions) {
      List<CheckedTransaction> pack = read(transaction).orElseThrow();
      byte[] outcomes = new byte[pack.size()];
      for (int i = 0; i < outcomes.length; i++) {
        outcomes[i] = (byte) add(block, pack.get(i), state, writtenHere).getNumber();
      }
      data.add(outcomes);
    }
    block.stateAfter = state;
    results.add(data);
    if (!block.transactions.isEmpty()) {
      ledger.add(block);
    }
    heights.add((long) ledger.size());
  }

  private Outcome add(
      Block block,
      CheckedTransaction transaction,
      Map<ByteKey, ModelValue> state,
      Set<ByteKey> writtenHere) {
    long height = ledger.size() + 1L;
    int index = block.transactions.size();
    Outcome outcome = judge(transaction, state, writtenHere);
    if (outcome == Outcome.COMMITTED) {
      // A read after it conflicts, even if a record would become too large.
      transaction.writes().forEach(write -> writtenHere.add(write.key()));
      if (!execute(transaction, height << INDEX_BITS | index, state)) {
        outcome = Outcome.RECORD_TOO_LARGE;
      }
    }
    block.transactions.add(transaction);
    block.outcomes.add(outcome);
    if (transaction.id() != null) {
      block.newestTimestamp = Math.max(block.newestTimestamp, transaction.timestamp());
      if (outcome != Outcome.DUPLICATE) {
        places.put(transaction.id(), new Place(height, index, outcome, transaction.leafHash()));
      }
    }
    return outcome;
  }

  private Outcome judge(
      CheckedTransaction transaction, Map<ByteKey, ModelValue> state, Set<ByteKey> writtenHere) {
    if (transaction.id() != null && places.containsKey(transaction.id())) {
      return Outcome.DUPLICATE;
    }
    if (transaction.fault() != null) {
      return transaction.fault();
    }
    for (CheckedTransaction.Read read : transaction.reads()) {
      if (writtenHere.contains(read.key())
          || ModelValue.version(state.get(read.key())) != read.version()) {
        return Outcome.READ_CONFLICT;
      }
    }
    return Outcome.COMMITTED;
  }

  private boolean execute(
      CheckedTransaction transaction, long version, Map<ByteKey, ModelValue> state) {
    Map<ByteKey, ModelValue> after = new HashMap<>();
    for (CheckedTransaction.Change write : transaction.writes()) {
      ModelValue value = ModelValue.after(state.get(write.key()), write, version);
      if (value != null && value.encode().length > valueBytesMax) {
        return false;
      }
      after.put(write.key(), value);
    }
    after.forEach(
        (key, value) -> {
          if (value == null) {
            state.remove(key);
          } else {
            state.put(key, value);
          }
        });
    return true;
  }

  /** The height of the ledger after the chain's block at a position. */
  long height(long position) {
    return heights.get((int) position);
  }

  /** The outcomes of the transactions of a block, one array for each pack and call. */
  List<byte[]> results(long position) {
    return results.get((int) position - 1);
  }

  Block block(long height) {
    return ledger.get((int) height - 1);
  }

  Map<ByteKey, ModelValue> state(long height) {
    return height == 0 ? Map.of() : block(height).stateAfter;
  }

  /** The ids that are used up, with what became of those transactions. */
  Map<TransactionId, Place> places() {
    return places;
  }
}
