package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.TransactionBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** Holds all ledgers and stores of honest nodes against each other, and against the oracle. */
final class Audit {
  private final Oracle oracle;
  private final LongPredicate refused;
  private final int valueBytesMax;

  /** Encoded headers that the nodes agree on, from height 1. */
  private final List<byte[]> headers = new ArrayList<>();

  /** Where the transaction stands that has an id. */
  private final Map<TransactionId, Place> places = new HashMap<>();

  private Map<ByteKey, ModelValue> replayed = new TreeMap<>();
  private final Map<SimulatedNode, Long> checkedUpTo = new HashMap<>();
  private final Map<SimulatedNode, Long> stateCheckedAt = new HashMap<>();

  private record Place(long height, int index) {}

  /**
   * @param valueBytesMax what a record may have
   * @param refused timestamps of transactions that all nodes refuse by their own rules
   */
  Audit(List<String> voters, int votesNeeded, int valueBytesMax, LongPredicate refused) {
    this.refused = refused;
    this.valueBytesMax = valueBytesMax;
    oracle = new Oracle(voters, votesNeeded, valueBytesMax);
  }

  Oracle oracle() {
    return oracle;
  }

  long height() {
    return headers.size();
  }

  byte[] hash(long height) {
    return height > headers.size() ? null : NaiveTree.sha256(headers.get((int) height - 1));
  }

  Map<ByteKey, ModelValue> state(long height) {
    return oracle.state(height);
  }

  void check(SimulatedNode node) {
    long height = node.ledgerStore().height();
    long from = Math.min(checkedUpTo.getOrDefault(node, 0L), height);
    for (long h = from + 1; h <= height; h++) {
      LedgerBlock block = parse(LedgerBlock.parser(), node.ledgerStore().block(h).orElseThrow());
      byte[] header = block.getHeader().toByteArray();
      if (h > headers.size()) {
        headers.add(header);
        checkNew(h, block);
      }
      assertThat(header)
          .as("%s has at height %d the header that all have", node, h)
          .isEqualTo(headers.get((int) h - 1));
      assertThat(block.getOutcomes().toByteArray())
          .as("outcomes of %s at height %d", node, h)
          .containsExactly(numbers(oracle.block(h).outcomes));
    }
    checkedUpTo.put(node, height);
    Long changes = node.stateStore().changes();
    if (node.isRunning()
        && !node.stateStore().isLost()
        && !node.stateStore().isRefusing()
        && !changes.equals(stateCheckedAt.put(node, changes))) {
      checkState(node);
    }
  }

  /** Says that the node's ledger may have become shorter. */
  void forget(SimulatedNode node) {
    checkedUpTo.remove(node);
  }

  private void checkNew(long height, LedgerBlock block) {
    Oracle.Block expected = oracle.block(height);
    assertThat(height).as("decided height").isLessThanOrEqualTo(oracle.decided());
    assertThat(parse(BlockHeader.parser(), headers.get((int) height - 1)))
        .as("header at height %d", height)
        .isEqualTo(parse(BlockHeader.parser(), expected.header));
    assertThat(hash(height)).isEqualTo(oracle.hash(height));
    assertThat(block.getOutcomes().toByteArray())
        .as("outcomes at height %d", height)
        .containsExactly(numbers(expected.outcomes));
    replay(height, block);
    assertThat(replayed).as("state at height %d", height).isEqualTo(expected.stateAfter);
  }

  /** Executes a block as the ledger has it, one transaction after another. */
  private void replay(long height, LedgerBlock block) {
    for (int i = 0; i < block.getTransactionsCount(); i++) {
      CheckedTransaction transaction = expectedTransaction(height, i);
      assertThat(block.getTransactions(i)).isEqualTo(transaction.message());
      Outcome outcome = Outcome.forNumber(block.getOutcomes().byteAt(i));
      if (transaction.id() != null && outcome != Outcome.DUPLICATE) {
        assertThat(places.put(transaction.id(), new Place(height, i)))
            .as("earlier place of %s", transaction.id())
            .isNull();
      }
      if (outcome == Outcome.COMMITTED) {
        commit(block, i);
      }
    }
  }

  private CheckedTransaction expectedTransaction(long height, int index) {
    return oracle.block(height).item.transactions().get(index);
  }

  private void commit(LedgerBlock block, int index) {
    CheckedTransaction transaction = LedgerBlocks.transaction(block.getTransactions(index));
    byte[] body = block.getTransactions(index).getBody().toByteArray();
    for (ReadVersion read : parse(TransactionBody.parser(), body).getReadsList()) {
      ByteKey key = new ByteKey(read.getKey().toByteArray());
      assertThat(ModelValue.version(replayed.get(key)))
          .as("version of %s where %s, which read it, commits", key, transaction.id())
          .isEqualTo(read.getVersion());
    }
    assertThat(refused.test(transaction.timestamp()))
        .as("%s commits though its nodes refuse it", transaction.id())
        .isFalse();
    transaction
        .writes()
        .forEach(
            write ->
                assertThat(ModelValue.version(replayed.get(write.key())))
                    .as("version of %s before the write of %s", write.key(), transaction.id())
                    .isLessThan(transaction.timestamp()));
    assertThat(ModelValue.commit(transaction, replayed, valueBytesMax))
        .as("no record is too large after %s, which commits", transaction.id())
        .isTrue();
  }

  /** What a node has told of a transaction must be in the ledger, and be about this one. */
  void checkReply(CheckedTransaction transaction, CommitReply reply) {
    TransactionId id = transaction.id();
    Place place = places.get(id);
    assertThat(place).as("place of %s, of which %s is told", id, reply).isNotNull();
    CheckedTransaction holder = expectedTransaction(place.height(), place.index());
    if (!Arrays.equals(holder.leafHash(), transaction.leafHash())) {
      assertThat(reply.getOutcome()).as("of another one under %s", id).isEqualTo(Outcome.ID_IN_USE);
      return;
    }
    Outcome expected = oracle.block(place.height()).outcomes[place.index()];
    assertThat(reply.getOutcome()).as("reported outcome of %s", id).isEqualTo(expected);
    assertThat(new Place(reply.getHeight(), reply.getIndex()))
        .as("reported place of %s", id)
        .isEqualTo(place);
  }

  private void checkState(SimulatedNode node) {
    Map<ByteKey, ModelValue> expected = oracle.state(node.stateStore().appliedHeight());
    assertThat(node.stateStore().appliedHeight())
        .as("applied height of %s", node)
        .isEqualTo(node.ledgerStore().height());
    Map<String, String> wanted = new TreeMap<>();
    expected.forEach(
        (key, value) -> wanted.put(key.toString(), HexFormat.of().formatHex(value.encode())));
    assertThat(TestLedger.content(node.stateStore()))
        .as("state store of %s", node)
        .isEqualTo(wanted);
  }

  private static byte[] numbers(Outcome[] outcomes) {
    byte[] numbers = new byte[outcomes.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) outcomes[i].getNumber();
    }
    return numbers;
  }

  static <M> M parse(Parser<M> parser, byte[] bytes) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a ledger or the log holds an unreadable message", e);
    }
  }
}
