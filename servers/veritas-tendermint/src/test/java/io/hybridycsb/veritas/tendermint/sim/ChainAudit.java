package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.sim.ModelValue;
import io.hybridycsb.veritas.core.sim.NaiveTree;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds what all nodes execute, keep and say against each other, and against the oracle. */
final class ChainAudit {
  private static final byte[] NO_HASH = new byte[32];

  private final ChainOracle oracle;

  /** Encoded blocks that the ledgers agree on, from height 1. */
  private final List<byte[]> blocks = new ArrayList<>();

  private final List<byte[]> headers = new ArrayList<>();
  private byte[] indexHash = NO_HASH;

  /** What the first node that executed a block answered, by the chain's height. */
  private final Map<Long, byte[]> appHashes = new HashMap<>();

  private final Map<ChainNode, Long> checkedUpTo = new HashMap<>();

  ChainAudit(ChainOracle oracle) {
    this.oracle = oracle;
  }

  ChainOracle oracle() {
    return oracle;
  }

  /** The application hash after a block, which some node has executed. */
  byte[] appHash(long position) {
    return appHashes.get(position);
  }

  /** A node has executed a block. */
  void executed(ChainNode node, long position, ResponseFinalizeBlock result) {
    List<byte[]> expected = oracle.results(position);
    assertThat(result.getTxResultsList()).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      ExecTxResult each = result.getTxResults(i);
      assertThat(each.getCode()).isEqualTo(AbciApplication.OK);
      assertThat(each.getData().toByteArray())
          .as("outcomes of %s in part %d of block %d", node, i, position)
          .isEqualTo(expected.get(i));
    }
    byte[] first = appHashes.putIfAbsent(position, result.getAppHash().toByteArray());
    if (first != null) {
      assertThat(result.getAppHash().toByteArray())
          .as("application hash of %s after block %d", node, position)
          .isEqualTo(first);
    }
  }

  /** A node has committed a block; with it everything before is on its disks. */
  void committed(ChainNode node, long position) {
    long height = oracle.height(position);
    assertThat(node.ledgerStore().height())
        .as("ledger's height of %s after block %d", node, position)
        .isEqualTo(height);
    check(node);
    ResponseInfo info = node.info();
    assertThat(info.getLastBlockHeight())
        .as("height that %s reports after block %d", node, position)
        .isEqualTo(height == 0 ? 0 : oracle.block(height).position);
    assertThat(info.getLastBlockAppHash().toByteArray()).isEqualTo(appHashes.get(position));
  }

  /** Checks the disks of a node that is running and between two blocks. */
  void check(ChainNode node) {
    long height = node.ledgerStore().height();
    long first = node.ledgerStore().firstHeight();
    long from = Math.max(first, checkedUpTo.getOrDefault(node, 0L) + 1);
    for (long h = from; h <= height; h++) {
      byte[] block = node.ledgerStore().block(h).orElseThrow();
      if (h > blocks.size()) {
        blocks.add(block);
        checkNew(h, block);
      }
      assertThat(block)
          .as("block %d of the ledger of %s", h, node)
          .isEqualTo(blocks.get((int) h - 1));
    }
    checkedUpTo.put(node, height);
    checkState(node, height);
  }

  /** Says that the node's ledger may have become shorter. */
  void forget(ChainNode node) {
    checkedUpTo.remove(node);
  }

  private void checkState(ChainNode node, long height) {
    if (node.hasLostState()) {
      return;
    }
    assertThat(node.stateStore().appliedHeight())
        .as("applied height of %s", node)
        .isEqualTo(height);
    Map<String, String> wanted = new TreeMap<>();
    oracle
        .state(height)
        .forEach(
            (key, value) -> wanted.put(key.toString(), HexFormat.of().formatHex(value.encode())));
    assertThat(TestLedger.content(node.stateStore()))
        .as("state of %s at height %d", node, height)
        .isEqualTo(wanted);
  }

  private void checkNew(long height, byte[] bytes) {
    ChainOracle.Block expected = oracle.block(height);
    LedgerBlock block;
    BlockHeader header;
    try {
      block = LedgerBlock.parseFrom(bytes);
      header = BlockHeader.parseFrom(block.getHeader());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a ledger holds an unreadable block", e);
    }
    assertThat(block.getTransactionsList())
        .isEqualTo(expected.transactions.stream().map(CheckedTransaction::message).toList());
    assertThat(block.getOutcomes().toByteArray())
        .as("outcomes at height %d", height)
        .isEqualTo(numbers(expected.outcomes));
    assertThat(header.getHeight()).isEqualTo(height);
    assertThat(header.getPosition()).isEqualTo(expected.position);
    assertThat(header.getDecidedAt()).isEqualTo(expected.position);
    assertThat(header.getProposer()).isEqualTo(expected.proposer);
    assertThat(header.getNewestTimestamp()).isEqualTo(expected.newestTimestamp);
    assertThat(header.getPreviousHash().toByteArray())
        .isEqualTo(height == 1 ? NO_HASH : NaiveTree.sha256(headers.get((int) height - 2)));
    assertThat(header.getStateRoot().toByteArray())
        .as("state root at height %d", height)
        .isEqualTo(NaiveTree.root(expected.stateAfter));
    assertThat(header.getTransactionsRoot().toByteArray())
        .isEqualTo(
            LedgerBlocks.transactionsRoot(
                expected.transactions.stream().map(CheckedTransaction::leafHash).toList(),
                block.getOutcomes()));
    indexHash = NaiveTree.sha256(indexHash, bytes(height), entries(expected));
    assertThat(header.getIndexHash().toByteArray())
        .as("index hash at height %d", height)
        .isEqualTo(indexHash);
    headers.add(block.getHeader().toByteArray());
    assertThat(appHashes.get(expected.position))
        .as("application hash after block %d", expected.position)
        .isEqualTo(NaiveTree.sha256(headers.get((int) height - 1)));
  }

  private static byte[] numbers(List<Outcome> outcomes) {
    byte[] numbers = new byte[outcomes.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) outcomes.get(i).getNumber();
    }
    return numbers;
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static byte[] entries(ChainOracle.Block block) {
    ByteBuffer entries = ByteBuffer.allocate(block.transactions.size() * 21);
    for (int i = 0; i < block.transactions.size(); i++) {
      TransactionId id = block.transactions.get(i).id();
      Outcome outcome = block.outcomes.get(i);
      if (id != null && outcome != Outcome.DUPLICATE) {
        entries.put(id.encode()).putInt(i).put((byte) outcome.getNumber());
      }
    }
    return Arrays.copyOf(entries.array(), entries.position());
  }

  /** A client was told the outcome of its transaction: it must be what the chain has. */
  void told(ChainNode node, TransactionId id, byte[] bodyHash, CommitReply reply) {
    ChainOracle.Place place = oracle.places().get(id);
    assertThat(place)
        .as("what the chain has of %s, of which %s says %s", id, node, reply)
        .isNotNull();
    assertThat(place.height())
        .as("height of %s, of which %s says %s", id, node, reply)
        .isLessThanOrEqualTo(node.ledgerStore().height());
    boolean same = Arrays.equals(place.bodyHash(), bodyHash);
    assertThat(reply.getOutcome())
        .as("what %s says of %s", node, id)
        .isEqualTo(same ? place.outcome() : Outcome.ID_IN_USE);
    if (same) {
      assertThat(reply.getHeight()).isEqualTo(place.height());
      assertThat(reply.getIndex()).isEqualTo(place.index());
    }
  }

  /**
   * Every node has the outcome of every transaction, and knows the past from where its history or
   * its ledger begins.
   */
  void checkEnd(ChainNode node) {
    if (!node.hasLostState()) {
      long newest = node.ledgerStore().height();
      assertThat(node.checkPast(oracle::state))
          .as("the oldest height that %s knows of", node)
          .isEqualTo(Math.max(node.ledgerStore().firstHeight(), newest - node.historyBlocks()));
    }
    oracle
        .places()
        .forEach(
            (id, place) ->
                assertThat(node.ledgerStore().find(id.encode()))
                    .as("what %s knows of %s", node, id)
                    .contains(
                        new TransactionLocation(
                            place.height(), place.index(), place.outcome().getNumber())));
  }

  /** The encoded value as the oracle has it; null when the key is absent. */
  static byte[] encoded(ModelValue value) {
    return value == null ? null : value.encode();
  }
}
