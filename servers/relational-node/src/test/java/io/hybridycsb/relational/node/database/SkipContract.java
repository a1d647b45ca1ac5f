package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.node.skip.TestSigners;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.testdatabases.TestProxy;
import io.hybridycsb.veritas.crypto.Hashes;
import java.net.URI;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A block that no node can execute is left out if the cluster has decided so. */
abstract class SkipContract extends DatabaseContract {
  private static final Rules RULES =
      new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, 1 << 20);
  private static final Pattern DIGEST =
      Pattern.compile("Block 2 with the digest ([0-9a-f]{64}) was not executed; if no node can,");

  /** The second one is new in the block; the first one is not. */
  private static final BlockTransaction KNOWN = transaction(1, table("t", "a"));

  private static final BlockTransaction POISON =
      transaction(2, table("u"), records(put("t", "poison", "a", "1")));

  private final TestSigners four = new TestSigners();

  SkipContract(TestDatabase on) {
    super(on);
  }

  @BeforeEach
  void poison() throws Exception {
    block(1, KNOWN);
    try (Connection connection = connection()) {
      on.refuseKey(connection, "t", "poison");
    }
  }

  private void openAgain(Skips skips) {
    openAgain(skips, 60_000);
  }

  private void openAgain(Skips skips, int timeoutMs) {
    close();
    DatabaseOptions options =
        new DatabaseOptions(
            on.server().url(), "", "", 2, timeoutMs, DatabaseOptions.DEFINITION_TIMEOUT_MS);
    database = ChainDatabase.open(options, RULES, skips);
    reads = new Reads(options, database);
  }

  private String digest() {
    String failure = unexecuted(2, KNOWN, POISON);
    Matcher matcher = DIGEST.matcher(failure);
    assertThat(matcher.find()).as(failure).isTrue();
    return matcher.group(1);
  }

  /** What is said of a block that can't be executed. A try may end before it has begun. */
  private String unexecuted(long height, BlockTransaction... block) {
    return Awaitility.await()
        .atMost(2, TimeUnit.MINUTES)
        .until(
            () ->
                catchThrowableOfType(
                        DatabaseFailure.class,
                        () -> {
                          openAgain(Skips.none(), 1_000);
                          database.execute(height, List.of(block));
                        })
                    .getMessage(),
            message -> message.contains("was not executed"));
  }

  @Test
  void aBlockThatIsSkippedHasNoEffectAndItsHashIsThatOfTheDecision() throws Exception {
    byte[] before = database.appHash();
    var decision = four.decision(2, digest(), 1, 2, 3);
    openAgain(four.skips(decision));
    ExecutedBlock skipped = block(2, KNOWN, POISON);
    assertThat(outcomes(skipped)).containsExactly(Outcome.OK, Outcome.REFUSED, Outcome.REFUSED);
    assertThat(skipped.results().get(1).detail())
        .isEqualTo("the block was skipped by decision of 3 of 4 validators");
    ByteBuffer hashed = ByteBuffer.allocate(32 + 8 + 40 + 4 + 1 + 40 + 4 + 2 + 32);
    hashed.put(before).putLong(2);
    hashed.put(KNOWN.id().bytes()).putInt(1).put((byte) Outcome.OK_VALUE);
    hashed.put(POISON.id().bytes()).putInt(2);
    hashed.put((byte) Outcome.REFUSED_VALUE).put((byte) Outcome.REFUSED_VALUE);
    hashed.put(Hashes.sha256(decision.statement().signedBytes()));
    assertThat(database.appHash()).isEqualTo(Hashes.sha256(hashed.array()));
    assertThat(reads.read("u", "k", 0).getRecordsCount()).isZero();

    // The chain goes on, and what was refused stays so, with the decision there and without.
    block(3, transaction(3, records(put("t", "k", "a", "2"))));
    openAgain(four.skips(four.decision(2, decision.statement().digest(), 2, 3, 4)));
    assertThat(outcomes(block(4, POISON))).containsExactly(Outcome.REFUSED, Outcome.REFUSED);
    openAgain(Skips.none());
    assertThat(outcomes(block(5, transaction(5, table("u"))))).containsExactly(Outcome.OK);
    try (SnapshotConnection connection = SnapshotConnection.open(options(), 60_000);
        Snapshot snapshot = connection.begin()) {
      assertThat(snapshot.skips()).containsOnlyKeys(2L).containsValue(decision.text());
    }
  }

  @Test
  void whoElseSignsMakesNoOtherHash() {
    String digest = BlockTransaction.digest(List.of(POISON));
    openAgain(four.skips(four.decision(2, digest, 1, 2, 3)));
    byte[] first = database.execute(2, List.of(POISON)).appHash();
    openAgain(four.skips(four.decision(2, digest, 1, 2, 3, 4)));
    assertThat(database.execute(2, List.of(POISON)).appHash()).isEqualTo(first);
  }

  @Test
  void aDecisionOnAnotherBlockIsNotFollowed() {
    String digest = BlockTransaction.digest(List.of(POISON, KNOWN));
    openAgain(four.skips(four.decision(2, digest, 1, 2, 3)));
    assertThatThrownBy(() -> database.execute(2, List.of(KNOWN, POISON)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "block 2 is to be skipped if its digest is %s, but it is %s; remove that decision from skip.directory"
                .formatted(digest, BlockTransaction.digest(List.of(KNOWN, POISON))));
  }

  @Test
  void aBlockThatIsExecutedIsNotSkippedAnyMore() {
    block(2, transaction(3, records(put("t", "k"))));
    Skips late = four.skips(four.decision(2, BlockTransaction.digest(List.of(POISON)), 1, 2, 3));
    assertThatThrownBy(() -> openAgain(late))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "block 2 is to be skipped by a decision of skip.directory, and this database has"
                + " executed it; remove the decision, or give the node an empty database");
    openAgain(Skips.none());
  }

  private static String[] fields(String prefix) {
    return IntStream.range(0, Definitions.FIELDS_MAX)
        .mapToObj(i -> prefix + i)
        .toArray(String[]::new);
  }

  /**
   * Where definitions commit, a block leaves columns behind that no row would have room for, and
   * InnoDB keeps room for a few hundred that were removed.
   */
  @Test
  void whatASkippedBlockHasDefinedIsNotInTheWayOfOthers() throws Exception {
    for (long height = 2; height <= 6; height++) {
      String[] many = Arrays.copyOf(fields("h" + height + "_"), Definitions.FIELDS_MAX - 1);
      BlockTransaction poison =
          transaction(
              height,
              table("t", many),
              table("u", fields("h" + height + "_")),
              records(put("t", "poison", "a", "1")));
      unexecuted(height, poison);
      openAgain(
          four.skips(four.decision(height, BlockTransaction.digest(List.of(poison)), 1, 2, 3)));
      block(height, poison);
    }
    block(7, transaction(7, records(put("t", "k", "a", "1"))));
    ExecutedBlock defined =
        block(
            8,
            transaction(8, table("t", "b"), table("u", fields("g"))),
            transaction(9, records(put("t", "l", "b", "1"), put("u", "k", "g0", "1"))));
    assertThat(outcomes(defined)).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).endsWith("{a=1}");
    assertThat(read("t", "l")).endsWith("{b=1}");
  }

  @Test
  void aTableOfSomebodyElseIsNotTakenOverWithItsRecords() throws Exception {
    try (Connection connection = connection()) {
      Dialect.execute(connection, "CREATE TABLE u AS SELECT ycsb_key, ycsb_version, a FROM t");
      Dialect.execute(connection, "INSERT INTO u (ycsb_key, ycsb_version) VALUES ('theirs', 1)");
    }
    openAgain(Skips.none());
    assertThatThrownBy(() -> block(2, transaction(2, table("u", "a"))))
        .isInstanceOf(DatabaseFailure.class)
        .hasMessageStartingWith("table u has records that the chain knows nothing of");
    try (Connection connection = connection()) {
      Dialect.execute(connection, "DELETE FROM u");
    }
    openAgain(Skips.none());
    assertThat(outcomes(block(2, transaction(2, table("u", "a"))))).containsExactly(Outcome.OK);
  }

  @Test
  void aBlockThatWasExecutedIsNeverOfferedToBeSkipped() throws Exception {
    close();
    int port = URI.create(on.server().url().substring("jdbc:".length())).getPort();
    try (TestProxy proxy = new TestProxy(port)) {
      String through = on.server().url().replace(":" + port + "/", ":" + proxy.port() + "/");
      database =
          ChainDatabase.open(
              new DatabaseOptions(through, "", "", 2, 3_000, DatabaseOptions.DEFINITION_TIMEOUT_MS),
              RULES,
              Skips.none());
      database.execute(2, List.of(transaction(2, records(put("t", "k")))));
      proxy.keepSilent(true);
      assertThatThrownBy(database::commit)
          .isInstanceOf(DatabaseFailure.class)
          .hasMessageContaining("Start the node again when it works")
          .hasMessageEndingWith("Block 2 was executed, and whether it is committed is not known");
    }
  }

  @Test
  void anErrorOfTheProgramNamesTheBlockToo() {
    List<BlockTransaction> broken =
        new AbstractList<>() {
          @Override
          public BlockTransaction get(int index) {
            return KNOWN;
          }

          @Override
          public int size() {
            return 1;
          }

          @Override
          public List<BlockTransaction> subList(int from, int to) {
            throw new OutOfMemoryError("none left");
          }
        };
    assertThatThrownBy(() -> database.execute(2, broken))
        .isInstanceOf(DatabaseFailure.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class)
        .hasMessageStartingWith("defect: java.lang.OutOfMemoryError: none left. Block 2 with the");
    block(2, transaction(2, records(put("t", "k"))));
  }
}
