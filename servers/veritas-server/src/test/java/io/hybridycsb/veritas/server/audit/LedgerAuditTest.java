package io.hybridycsb.veritas.server.audit;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** What passes, and what is wrong in blocks. */
final class LedgerAuditTest extends AuditedLedgers {
  private static final Pattern RANGE = Pattern.compile("heights? (\\d+)(?: to (\\d+))?: ");

  private void changeBlock(String node, long height, Consumer<LedgerBlock.Builder> change)
      throws RocksDBException {
    tamper(
        node,
        raw ->
            raw.change(
                "blocks",
                RawLedger.height(height),
                bytes -> {
                  try {
                    LedgerBlock.Builder block = LedgerBlock.parseFrom(bytes).toBuilder();
                    change.accept(block);
                    return block.build().toByteArray();
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                }));
  }

  private static void changeSignature(Transaction.Builder transaction) {
    transaction.setSignature(flipped(transaction.getSignature(), 3));
  }

  private static ByteString flipped(ByteString bytes, int index) {
    return ByteString.copyFrom(flip(index).apply(bytes.toByteArray()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void ledgersOfHonestNodesPassWhateverTheirTransactionsEndedAs(int nodes) {
    build(nodes);
    assertThat(cluster.audit().lines()).isEmpty();
  }

  @Test
  void whatIsCommittedIsCountedBesideAllThatIsInTheLedger() {
    build(2);
    Audit audit = cluster.audited(new Findings());
    assertThat(audit.passed(2).toString()).contains("15 transactions of which 10 committed");
  }

  @Test
  void ledgersThatAreInUsePassAndAreNotWrittenTo() throws IOException {
    build(2);
    List<String> before = described("node1");
    assertThat(cluster.auditLedgers()).isEmpty();
    assertThat(described("node1")).isEqualTo(before);
  }

  private List<String> described(String node) throws IOException {
    List<String> described = new ArrayList<>();
    for (Path file : files(node, "")) {
      described.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
    }
    return described;
  }

  @Test
  void anEmptyLedgerPasses() {
    cluster = new TestCluster(directory, 2);
    assertThat(cluster.audit().lines()).isEmpty();
  }

  @Test
  void anyChangedByteOfABlockIsFoundAndNamedThoughNoOtherNodeHoldsTheBlock()
      throws RocksDBException {
    build(1);
    cluster.close();
    byte[] intact;
    try (RawLedger raw = new RawLedger(cluster.ledgerOf("node1"))) {
      intact = raw.get("blocks", RawLedger.height(3));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 40; i++) {
      byte[] changed = intact.clone();
      int at = random.nextInt(changed.length);
      changed[at] ^= (byte) (1 << random.nextInt(8));
      tamper("node1", raw -> raw.put("blocks", RawLedger.height(3), changed));
      assertThat(cluster.auditLedgers())
          .as("seed %d, byte %d of %d", SEED, at, changed.length)
          .anyMatch(line -> line.matches("node1: heights? 3( to 4)?: .*"));
    }
  }

  @Test
  void aChangedByteOfABlockIsBlamedOnTheOneNodeThatHoldsItSo() throws RocksDBException {
    build(3);
    Random random = new Random(SEED);
    for (long height = 1; height <= 6; height++) {
      int at = random.nextInt(200);
      long changed = height;
      tamper("node2", raw -> raw.change("blocks", RawLedger.height(changed), flip(at)));
    }
    List<String> lines = cluster.auditLedgers();
    assertThat(lines).allMatch(line -> line.startsWith("node2: height"));
    for (long height = 1; height <= 6; height++) {
      long expected = height;
      assertThat(lines).anyMatch(line -> names(line, expected));
    }
  }

  private static boolean names(String line, long height) {
    Matcher range = RANGE.matcher(line);
    assertThat(range.find()).isTrue();
    long from = Long.parseLong(range.group(1));
    long to = range.group(2) == null ? from : Long.parseLong(range.group(2));
    return from <= height && height <= to;
  }

  @Test
  void aChangedOutcomeIsFoundAndNamed() throws RocksDBException {
    build(1);
    changeBlock("node1", 3, block -> block.setOutcomes(flipped(block.getOutcomes(), 0)));
    assertThat(cluster.auditLedgers())
        .contains(
            "node1: height 3: its transactions_root isn't that of its transactions and their"
                + " outcomes");
  }

  @Test
  void anOutcomeWithAnUnknownNumberIsNamed() throws RocksDBException {
    build(1);
    changeBlock(
        "node1", 1, block -> block.setOutcomes(ByteString.copyFrom(new byte[] {1, 77, 1, 1})));
    assertThat(cluster.auditLedgers())
        .anyMatch(line -> line.matches("node1: height 1: transaction 2-.* unknown outcome 77"));
  }

  @Test
  void aChangedVoteIsFoundAndNamed() throws RocksDBException {
    build(2);
    changeBlock(
        "node1",
        4,
        block ->
            block.getVotesBuilder(1).setSignature(flipped(block.getVotes(1).getSignature(), 9)));
    assertThat(cluster.auditLedgers())
        .containsExactly(
            "node1: height 4: node2 has not signed its vote",
            "node1: height 4: it has good votes of 1 nodes; 2 are needed");
  }

  /** A node signs a vote alone together with the root over no transactions. */
  @Test
  void aBlockWithoutTransactionsIsFoundAndNamed() throws RocksDBException {
    build(1);
    changeBlock("node1", 2, block -> block.clearTransactions().clearOutcomes());
    assertThat(cluster.auditLedgers()).contains("node1: height 2: it has no transactions");
  }

  @Test
  void aChangedClientSignatureIsFoundAndNamed() throws RocksDBException {
    build(1);
    changeBlock("node1", 2, block -> changeSignature(block.getTransactionsBuilder(0)));
    assertThat(cluster.auditLedgers())
        .contains(
            "node1: height 2: transaction number 0 is recorded as COMMITTED, but the signature"
                + " isn't the client's");
  }

  @ParameterizedTest
  @CsvSource({
    "format, it's format",
    "state_root, its state_root isn't that of the state after it",
    "proposer_signature, its proposer has not signed it",
    "newest_timestamp, its newest_timestamp isn't that of its transactions and those before",
    "position, one of the two was changed",
  })
  void aChangedHeaderIsFoundAndNamed(String field, String expected) throws RocksDBException {
    build(1);
    changeBlock("node1", 2, block -> block.setHeader(changedHeader(block.getHeader(), field)));
    assertThat(cluster.auditLedgers())
        .anyMatch(
            line ->
                line.matches("node1: heights? 2( to 3)?: .*")
                    && (line.contains(expected) || field.equals("format")));
  }

  private static ByteString changedHeader(ByteString encoded, String name) {
    try {
      BlockHeader header = BlockHeader.parseFrom(encoded);
      var field = BlockHeader.getDescriptor().findFieldByName(name);
      Object value = header.getField(field);
      Object changed =
          value instanceof ByteString bytes
              ? flipped(bytes, 5)
              : value instanceof Integer number ? (Object) (number + 1) : (Long) value + 1;
      return header.toBuilder().setField(field, changed).build().toByteString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aMissingBlockIsFoundAndNamed() throws RocksDBException {
    build(2);
    tamper("node1", raw -> raw.delete("blocks", RawLedger.height(2)));
    assertThat(cluster.auditLedgers()).containsExactly("node1: height 2: the block is missing");
  }

  @Test
  void ifNobodyHoldsABlockThatIsSaidAndTheStateIsNotComparedWithAWrongOne()
      throws RocksDBException {
    build(1);
    tamper("node1", raw -> raw.delete("blocks", RawLedger.height(1)));
    assertThat(cluster.audit().lines())
        .contains("node1: height 1: the block is missing")
        .anyMatch(line -> line.startsWith("all nodes: the state can't be replayed"))
        .noneMatch(line -> line.contains("state store holds"));
  }

  @Test
  void aBlockThatTheNodesHoldWithDifferentBytesIsNamedThoughEachPasses() throws RocksDBException {
    build(3);
    // A transaction that was refused for its signature may have any other one as well.
    changeBlock("node3", 5, block -> changeSignature(block.getTransactionsBuilder(0)));
    assertThat(cluster.auditLedgers())
        .containsExactly("node3: height 5: its bytes aren't those of the block that node1 holds");
  }
}
