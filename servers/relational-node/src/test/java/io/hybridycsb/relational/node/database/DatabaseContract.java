package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.Txns.delete;
import static io.hybridycsb.relational.node.database.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.Txns.merge;
import static io.hybridycsb.relational.node.database.Txns.put;
import static io.hybridycsb.relational.node.database.Txns.records;
import static io.hybridycsb.relational.node.database.Txns.sql;
import static io.hybridycsb.relational.node.database.Txns.table;
import static io.hybridycsb.relational.node.database.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.Record;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a chain relies on, of whatever database. Application hashes here are the same for all, so
 * that nodes with different databases agree.
 */
abstract class DatabaseContract {
  private static final int TIMEOUT_MS = 60_000;

  /** Computed by another program, too. */
  private static final String GOLDEN_OF_MANY_ROWS =
      "8a5081fad3649db4c0c5fb73caa1ed1fe05d4fdfef54237911a40c0fa05fb006";

  private static final String GOLDEN =
      "690a94d43bfbf0537733376ee69dd68771e6a8ff5f89540838fe077d00b7c6be";

  private static final String GOLDEN_OF_GROWTH =
      "cfe6ec7c6a2a7cb3d6ce5fcbb9cfc4ccb83c14d6aa7f82e3060585c61d61e5df";

  private ChainDatabase database;
  private Reads reads;

  abstract SqlServer server();

  /** Drops all tables. */
  abstract void clear(Connection connection) throws SQLException;

  /** Ends the connection by which a node writes. */
  abstract void cutOff(Connection connection) throws SQLException;

  private DatabaseOptions options() {
    return new DatabaseOptions(server().url(), "", "", 2, TIMEOUT_MS);
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(server().url());
  }

  @BeforeEach
  void beginEmpty() throws SQLException {
    beginEmpty(Rules.Failure.TRANSACTION);
  }

  private void beginEmpty(Rules.Failure failure) throws SQLException {
    try (Connection connection = connection()) {
      clear(connection);
    }
    open(failure);
  }

  private void open(Rules.Failure failure) {
    Rules rules = new Rules("shop", "chain-shop", failure, Rules.Sql.ALLOW, 1 << 20);
    database = ChainDatabase.open(options(), rules);
    reads = new Reads(options(), database);
  }

  @AfterEach
  void close() {
    reads.close();
    database.close();
  }

  final byte[] appHash() {
    return database.appHash();
  }

  final void startAgain() {
    close();
    open(Rules.Failure.TRANSACTION);
  }

  static List<Outcome> outcomes(ExecutedBlock block) {
    return block.results().stream().flatMap(result -> result.outcomes().stream()).toList();
  }

  final ExecutedBlock block(long height, BlockTransaction... transactions) {
    ExecutedBlock block = database.execute(height, List.of(transactions));
    database.commit();
    return block;
  }

  /** A record as text: version, then fields; empty if there is none. */
  final String read(String table, String key) throws SQLException {
    ReadReply reply = reads.read(table, key, 0);
    assertThat(reply.getHeight()).isEqualTo(database.height());
    return reply.getRecordsList().stream().map(DatabaseContract::text).findFirst().orElse("");
  }

  private static String text(Record record) {
    Map<String, String> fields = new TreeMap<>();
    record
        .getFieldsList()
        .forEach(f -> fields.put(f.getName(), f.getValue().toString(StandardCharsets.UTF_8)));
    return record.getVersion() + " " + fields;
  }

  /** Its version can't become greater. */
  private static RecordWrite last(String key) {
    return put("t", key).toBuilder().setVersion(Long.MAX_VALUE).build();
  }

  @Test
  void recordsArePutMergedAndDeleted() throws Exception {
    ExecutedBlock block =
        block(
            3,
            transaction(1, table("t", "a", "b"), records(put("t", "k", "a", "1", "b", "2"))),
            transaction(2, records(merge("t", "k", "b", "3")), records(merge("t", "l", "a", "x"))),
            transaction(3, records(put("t", "m"), put("t", "m", "a", "y")), records(put("t", "n"))),
            transaction(4, records(delete("t", "n"))));
    assertThat(outcomes(block)).containsOnly(Outcome.OK).hasSize(7);
    assertThat(database.height()).isEqualTo(3);
    assertThat(read("t", "k")).isEqualTo("2 {a=1, b=3}");
    assertThat(read("t", "l")).isEqualTo("1 {a=x}");
    assertThat(read("t", "m")).isEqualTo("2 {a=y}");
    assertThat(read("t", "n")).isEmpty();
    block(5, transaction(5, records(put("t", "k", "b", "4"))));
    assertThat(read("t", "k")).isEqualTo("3 {b=4}");
    assertThat(reads.read("t", "ka", 2).getRecordsList())
        .extracting(Record::getKey)
        .containsExactly("l", "m");
  }

  @Test
  void aCallWhoseReadsHaveChangedWritesNothing() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))));
    ExecutedBlock block =
        block(
            2,
            transaction(2, ifVersion("t", "k", 1, put("t", "k", "a", "2"))),
            transaction(3, ifVersion("t", "k", 1, put("t", "k", "a", "3"))),
            transaction(4, ifVersion("t", "none", 0, put("t", "l", "a", "4"))),
            transaction(5, ifVersion("t", "none", 1, put("t", "l", "a", "5"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.ABORTED, Outcome.OK, Outcome.ABORTED);
    assertThat(block.results().get(1).detail())
        .isEqualTo("record k of t was read with version 1 and has 2");
    assertThat(read("t", "k")).isEqualTo("2 {a=2}");
    assertThat(read("t", "l")).isEqualTo("1 {a=4}");
  }

  @Test
  void deletingWhatIsNotThereWritesNothingElseEither() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a")),
            transaction(2, records(delete("t", "k"))),
            transaction(3, records(put("t", "k"), delete("t", "l"))),
            transaction(4, records(put("t", "l"), delete("t", "l"), put("t", "m"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.NOT_FOUND, Outcome.NOT_FOUND, Outcome.OK);
    assertThat(read("t", "k")).isEmpty();
    assertThat(read("t", "m")).isEqualTo("1 {}");
  }

  @Test
  void versionsThatAreGivenAreKept() throws Exception {
    RecordWrite given = put("t", "k", "a", "1").toBuilder().setVersion(77).build();
    block(1, transaction(1, table("t", "a"), records(given)));
    assertThat(read("t", "k")).isEqualTo("77 {a=1}");
    block(2, transaction(2, records(given)), transaction(3, records(merge("t", "k"))));
    assertThat(read("t", "k")).isEqualTo("78 {a=1}");
  }

  @Test
  void whatIsNotDefinedIsNotWritten() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), table("T"), table("relational_x"), table("t", "A")),
            transaction(2, records(put("u", "k")), records(put("t", "k", "b", "1"))),
            transaction(3, records(put("t", ""))));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.OK,
            Outcome.REFUSED,
            Outcome.REFUSED,
            Outcome.REFUSED,
            Outcome.UNDEFINED,
            Outcome.UNDEFINED,
            Outcome.REFUSED);
    assertThat(read("u", "k")).isEmpty();
  }

  @Test
  void definitionsTakeEffectBeforeTheCallsOfTheirBlock() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, records(put("t", "k", "b", "1"))),
            transaction(2, table("t", "a"), table("t", "b")));
    assertThat(outcomes(block)).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("1 {b=1}");
  }

  @Test
  void aTransactionThatComesAgainHasNoFurtherEffect() throws Exception {
    BlockTransaction again = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t")), again, again);
    assertThat(read("t", "k")).isEqualTo("1 {}");
    ExecutedBlock block = block(2, transaction(2, records(delete("t", "k"))), again);
    assertThat(block.again()).containsExactlyInAnyOrder(0, 1);
    assertThat(block.results()).allSatisfy(result -> assertThat(result.height()).isEqualTo(1));
    assertThat(read("t", "k")).isEqualTo("1 {}");
    assertThat(reads.find(again.id()).orElseThrow().outcomes()).containsExactly(Outcome.OK);
    assertThat(reads.find(transaction(9).id())).isEmpty();
  }

  @Test
  void aFailingCallIsUndoneAlone() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(last("k"))),
            transaction(2, records(put("t", "before", "a", "1"))),
            transaction(3, records(put("t", "part"), merge("t", "k")), records(put("t", "l"))),
            transaction(4, records(put("t", "after"))));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.OK, Outcome.OK);
    assertThat(block.results().get(2).detail())
        .isEqualTo("the version of record k of t can't be greater");
    assertThat(read("t", "before")).isEqualTo("1 {a=1}");
    assertThat(read("t", "part")).isEmpty();
    assertThat(read("t", "l")).isEqualTo("1 {}");
    assertThat(read("t", "after")).isEqualTo("1 {}");
  }

  @Test
  void aFailingCallUndoesItsBlockIfThatIsTheRule() throws Exception {
    close();
    beginEmpty(Rules.Failure.BLOCK);
    block(1, transaction(1, table("t", "a"), records(last("k"))));
    ExecutedBlock block =
        block(
            2,
            transaction(2, table("u"), records(put("t", "l"))),
            transaction(3, records(merge("t", "k")), records(put("t", "m"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.ROLLED_BACK, Outcome.FAILED, Outcome.ROLLED_BACK);
    assertThat(read("t", "l")).isEmpty();
    assertThat(database.height()).isEqualTo(2);
    assertThat(reads.find(transaction(2).id())).isPresent();
  }

  @Test
  void sqlSeesWhatTheCallsBeforeItHaveWritten() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "n"), records(put("t", "k", "a", "1"))),
            transaction(
                2,
                sql("INSERT INTO t (ycsb_key, ycsb_version, a) VALUES ('l', 5, 'two')"),
                sql("UPDATE t SET ycsb_version = ycsb_version + 1, n = a WHERE ycsb_key < 'm'")),
            transaction(3, ifVersion("t", "l", 6, put("t", "l", "a", "3"))),
            transaction(4, sql("DELETE FROM t WHERE a = '3'"), records(merge("t", "k"))));
    assertThat(outcomes(block)).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("3 {a=1, n=1}");
    assertThat(read("t", "l")).isEmpty();
  }

  @Test
  void sqlThatTheDatabaseRefusesIsUndoneAlone() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))),
            transaction(2, sql("INSERT INTO t (ycsb_key, ycsb_version) VALUES ('l', 1), ('k', 1)")),
            transaction(3, sql("INSERT INTO t (ycsb_key, ycsb_version) VALUES ('m', 1)")),
            transaction(4, sql("DELETE FROM t WHERE ycsb_version = now()")));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.OK, Outcome.REFUSED);
    assertThat(block.results().get(1).detail()).containsIgnoringCase("duplicate");
    assertThat(block.results().get(3).detail()).contains("the function now");
    assertThat(read("t", "k")).isEqualTo("1 {a=1}");
    assertThat(read("t", "l")).isEmpty();
    assertThat(read("t", "m")).isEqualTo("1 {}");
  }

  @Test
  void sqlThatTheDatabaseRefusesUndoesItsBlockIfThatIsTheRule() throws Exception {
    close();
    beginEmpty(Rules.Failure.BLOCK);
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))),
            transaction(2, sql("UPDATE t SET ycsb_version = NULL")));
    assertThat(outcomes(block)).containsExactly(Outcome.OK, Outcome.ROLLED_BACK, Outcome.FAILED);
    assertThat(read("t", "k")).isEmpty();
    assertThat(outcomes(block(2, transaction(3, records(put("t", "k")))))).containsOnly(Outcome.OK);
  }

  @Test
  void anUpdateAssignsWhatWasThereBefore() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "b"), records(put("t", "k", "a", "1", "b", "2"))),
            transaction(2, sql("UPDATE t SET a = b, b = a || a")));
    assertThat(outcomes(block)).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("1 {a=2, b=11}");
  }

  @Test
  void aFieldThatSqlDoublesGrowsUpToTheLimitAndTheNodeGoesOn() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "x".repeat(1 << 17)))));
    BlockTransaction[] doublings = new BlockTransaction[30];
    for (int i = 0; i < doublings.length; i++) {
      doublings[i] = transaction(2 + i, sql("UPDATE t SET a = a || a"));
    }
    ExecutedBlock block = block(2, doublings);
    assertThat(outcomes(block).subList(0, 3)).containsOnly(Outcome.OK);
    assertThat(outcomes(block).subList(3, 30)).containsOnly(Outcome.FAILED);
    assertThat(block.results().get(3).detail())
        .isEqualTo("the fields of a row have more than 1048576 bytes");
    assertThat(octets("t", "k")).isEqualTo(1 << 20);
    block(3, transaction(100, sql("UPDATE t SET a = 'y'")));
    assertThat(read("t", "k")).isEqualTo("1 {a=y}");
    assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(GOLDEN_OF_GROWTH);
  }

  private int octets(String table, String key) throws SQLException {
    return reads.read(table, key, 0).getRecords(0).getFieldsList().stream()
        .mapToInt(field -> field.getValue().size())
        .sum();
  }

  @Test
  void aRecordGrowsByMergesUpToTheSameLimit() throws Exception {
    String half = "x".repeat(1 << 19);
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "b", "c"), records(put("t", "k", "a", half))),
            transaction(2, records(merge("t", "k", "b", half))),
            transaction(3, records(put("t", "l"), merge("t", "k", "c", "x"))),
            transaction(4, records(merge("t", "k", "b", ""), merge("t", "k", "c", "x"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.OK);
    assertThat(read("t", "l")).isEmpty();
    ExecutedBlock next =
        block(
            2,
            transaction(5, records(merge("t", "k", "b", half))),
            transaction(6, records(merge("t", "k", "a", half, "b", half.substring(1)))),
            transaction(7, records(merge("t", "k", "c", "xy"))),
            transaction(8, records(put("t", "k", "c", half + half))));
    assertThat(outcomes(next))
        .containsExactly(Outcome.FAILED, Outcome.OK, Outcome.FAILED, Outcome.OK);
    assertThat(next.results().get(2).detail())
        .isEqualTo("the fields of a row have more than 1048576 bytes");
    assertThat(octets("t", "k")).isEqualTo(1 << 20);
  }

  /**
   * Their bytes are counted for SQL and procedures; what records write, their senders had to send.
   */
  @Test
  void sqlThatWritesTooManyBytesInAllRowsFails() throws Exception {
    int rows = 70;
    RecordWrite[] puts = new RecordWrite[rows];
    RecordWrite[] merges = new RecordWrite[rows];
    for (int i = 0; i < rows; i++) {
      puts[i] = put("t", "k" + (10 + i));
      merges[i] = merge("t", "k" + (10 + i), "b", "x");
    }
    String set = "UPDATE t SET a = (SELECT a FROM u WHERE ycsb_key = 'big')";
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "b"), table("u", "a"), records(puts)),
            transaction(2, records(put("u", "big", "a", "x".repeat(1_000_000)))),
            transaction(3, sql(set)),
            transaction(4, sql(set + " WHERE ycsb_key < 'k50'")),
            transaction(5, sql(set + " WHERE ycsb_key >= 'k50'")),
            transaction(6, records(merges)),
            transaction(7, sql("UPDATE t SET b = 'y'")),
            transaction(8, sql("DELETE FROM t")));
    assertThat(outcomes(block).subList(3, 10))
        .containsExactly(
            Outcome.OK,
            Outcome.FAILED,
            Outcome.OK,
            Outcome.OK,
            Outcome.OK,
            Outcome.FAILED,
            Outcome.OK);
    assertThat(block.results().get(2).detail()).isEqualTo(Dialect.TOO_MANY_BYTES);
  }

  /** No database makes it null, or an error. */
  @Test
  void whatAStatementMayJoinFitsWhereverItStands() throws Exception {
    String joined = "a" + " || a".repeat(SqlCheck.JOINED_MAX);
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "b")),
            transaction(2, records(put("t", "k", "a", "x".repeat((1 << 20) - 1)))),
            transaction(3, sql("UPDATE t SET b = 'y' WHERE octet_length(" + joined + ") > 1")),
            transaction(4, sql("UPDATE t SET a = " + joined)),
            transaction(5, sql("UPDATE t SET a = a || " + joined)));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.REFUSED);
    assertThat(octets("t", "k")).isEqualTo(1 << 20);
  }

  /** In Java; so each database computes what the others do. */
  @Test
  void theEffectsOfABlockAreTheHashesOfItsRows() throws Exception {
    block(1, transaction(1, table("t", "a", "b-c"), records(put("t", "ä €", "a", "é"))));
    try (Connection connection = connection()) {
      Dialect dialect = Dialect.ofUrl(server().url());
      connection.setAutoCommit(false);
      dialect.beginEffects(connection);
      Dialect.execute(connection, "UPDATE t SET ycsb_version = 258");
      assertThat(hashes(dialect.effects(connection)))
          .containsExactlyInAnyOrder(
              RowHash.of(RowHash.REMOVED, "t", "ä €", 1, fields("é")),
              RowHash.of(RowHash.ADDED, "t", "ä €", 258, fields("é")));
      String big = "x".repeat(RowHash.VALUE_BYTES_MAX + 1);
      Dialect.execute(
          connection, "INSERT INTO t (ycsb_key, ycsb_version, a) VALUES ('k', -1, '" + big + "')");
      assertThat(hashes(dialect.effects(connection)))
          .containsExactly(RowHash.of(RowHash.ADDED, "t", "k", -1, fields(big)));
      Dialect.execute(connection, "DELETE FROM t WHERE ycsb_key = 'none'");
      assertThat(dialect.effects(connection)).isEmpty();
      connection.rollback();
    }
  }

  private static List<byte[]> hashes(byte[] effects) {
    List<byte[]> hashes = new ArrayList<>();
    for (int at = 0; at < effects.length; at += 32) {
      hashes.add(Arrays.copyOfRange(effects, at, at + 32));
    }
    return hashes;
  }

  private static TreeMap<String, byte[]> fields(String a) {
    return new TreeMap<>(Map.of("a", a.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aCallThatIsNoneChangesNothingForTheOthers() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))),
            transaction(2, Call.getDefaultInstance(), sql("DROP TABLE t")),
            transaction(3, ifVersion("t", "k", 1, merge("t", "k"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.REFUSED, Outcome.REFUSED, Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("2 {a=1}");
    block(
        2,
        transaction(4, records(put("t", "k", "a", "2"))),
        transaction(5, Call.getDefaultInstance()),
        transaction(6, records(merge("t", "k"))));
    assertThat(read("t", "k")).isEqualTo("4 {a=2}");
  }

  /** InnoDB keeps a part of each value in the row's page, which has to fit. */
  @Test
  void aTableHasRoomForAsManyFieldsAsItMayHave() throws Exception {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < Definitions.FIELDS_MAX; i++) {
      names.add("f" + i);
      values.addAll(List.of("f" + i, "v".repeat(i * 10)));
    }
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", names.toArray(String[]::new)), table("t", "more")),
            transaction(2, records(put("t", "k", values.toArray(String[]::new)))),
            transaction(3, table("pg_t"), table("t_pkey"), table("u", "ctid")),
            transaction(4, records(put("t_pkey", "k"))));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.OK,
            Outcome.REFUSED,
            Outcome.OK,
            Outcome.REFUSED,
            Outcome.OK,
            Outcome.REFUSED,
            Outcome.OK);
    assertThat(reads.read("t", "k", 0).getRecords(0).getFieldsCount())
        .isEqualTo(Definitions.FIELDS_MAX);
  }

  @Test
  void blocksOfManyRowsAreWrittenInParts() throws Exception {
    int rows = 9 * Dialect.ROWS_MAX + 7;
    RecordWrite[] puts = new RecordWrite[rows];
    RecordWrite[] deletes = new RecordWrite[rows];
    for (int i = 0; i < rows; i++) {
      puts[i] = put("t", "k" + i, "a", "v" + i);
      deletes[i] = delete("t", "k" + i);
    }
    byte[] one =
        database.execute(1, List.of(transaction(1, table("t", "a"), records(puts)))).appHash();
    database.commit();
    assertThat(HexFormat.of().formatHex(one)).isEqualTo(GOLDEN_OF_MANY_ROWS);
    assertThat(reads.read("t", "k", rows + 1).getRecordsList()).hasSize(rows);
    assertThat(read("t", "k" + (rows - 1))).isEqualTo("1 {a=v" + (rows - 1) + "}");
    block(2, transaction(2, records(deletes)));
    assertThat(reads.read("t", "k", rows + 1).getRecordsList()).isEmpty();
  }

  @Test
  void nothingIsThereBeforeItIsCommitted() throws Exception {
    block(1, transaction(1, table("t")));
    database.execute(2, List.of(transaction(2, records(put("t", "k")))));
    assertThat(read("t", "k")).isEmpty();
    database.execute(2, List.of(transaction(2, records(put("t", "l")))));
    database.commit();
    assertThat(read("t", "k")).isEmpty();
    assertThat(read("t", "l")).isEqualTo("1 {}");
  }

  @Test
  void aBlockIsExecutedOnceThoughTheNodeIsKilledAtAnyPoint() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    startAgain();
    assertThat(database.height()).isEqualTo(1);
    assertThat(database.execute(2, List.of(add)).appHash()).isEqualTo(first);
    database.commit();
    startAgain();
    assertThat(database.height()).isEqualTo(2);
    assertThat(database.appHash()).isEqualTo(first);
    assertThat(read("t", "k")).isEqualTo("2 {}");
    assertThatThrownBy(() -> database.execute(2, List.of(add)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has block 2");
  }

  @Test
  void aBlockIsExecutedOnceThoughTheDatabaseIsKilled() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    server().kill();
    server().start();
    database.commit();
    assertThat(database.appHash()).isEqualTo(first);
    server().kill();
    server().start();
    assertThat(outcomes(database.execute(3, List.of(add)))).containsExactly(Outcome.OK);
    database.commit();
    assertThat(database.height()).isEqualTo(3);
    assertThat(read("t", "k")).isEqualTo("2 {}");
  }

  @Test
  void aBlockIsExecutedOnceThoughItsConnectionIsLost() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    cutOffWriter();
    database.commit();
    assertThat(database.appHash()).isEqualTo(first);
    assertThat(read("t", "k")).isEqualTo("2 {}");
    cutOffWriter();
    block(3, transaction(3, records(merge("t", "k"))));
    assertThat(read("t", "k")).isEqualTo("3 {}");
  }

  private void cutOffWriter() throws SQLException {
    try (Connection connection = connection()) {
      cutOff(connection);
    }
  }

  /** What the database has committed is not executed again, if only the answer was lost. */
  @Test
  void aCommitWhoseAnswerWasLostIsFound() throws Exception {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    byte[] appHash =
        database.execute(2, List.of(transaction(2, records(merge("t", "k"))))).appHash();
    cutOffWriter();
    commitElsewhere(2, appHash);
    database.commit();
    assertThat(database.height()).isEqualTo(2);
    assertThat(read("t", "k")).isEqualTo("1 {}");
    database.execute(3, List.of(transaction(3, records(merge("t", "k")))));
    cutOffWriter();
    commitElsewhere(3, new byte[32]);
    assertThatThrownBy(database::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("block 3 has other effects");
  }

  private void commitElsewhere(long height, byte[] appHash) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO relational_blocks VALUES (?, ?)")) {
      insert.setLong(1, height);
      insert.setBytes(2, appHash);
      insert.executeUpdate();
    }
  }

  @Test
  void anotherNodeIsKeptOut() throws Exception {
    DatabaseOptions impatient = new DatabaseOptions(server().url(), "", "", 2, 1_000);
    Rules rules =
        new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, Rules.Sql.ALLOW, 1 << 20);
    assertThatThrownBy(() -> ChainDatabase.open(impatient, rules))
        .isInstanceOf(DatabaseFailure.class)
        .hasMessageContaining("another node uses this database")
        .hasMessageContaining("database.timeout.ms");
    block(1, transaction(1, table("t")));
  }

  @Test
  void otherRulesAreRefused() {
    close();
    assertThatThrownBy(() -> open(Rules.Failure.BLOCK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("began with other rules");
    open(Rules.Failure.TRANSACTION);
  }

  /** The same on all databases; a change of it is a change of the rules. */
  @Test
  void theSameBlocksHaveTheSameApplicationHashOnEveryDatabase() throws Exception {
    String big = "x".repeat(RowHash.VALUE_BYTES_MAX + 1);
    block(
        1,
        transaction(1, table("t", "a", "b-c"), table("U_2"), records(put("t", "ä €", "a", "é"))),
        transaction(-2, records(put("t", "big", "a", big, "b-c", "")), records(put("U_2", "k"))));
    block(
        7,
        transaction(3, records(merge("t", "big", "b-c", "1"), delete("t", "ä €"), put("t", "ä €"))),
        transaction(4, ifVersion("t", "big", 1, put("t", "big"))),
        transaction(5));
    block(9, transaction(6, records(last("z"))), transaction(7, records(merge("t", "z"))));
    block(
        10,
        transaction(8, records(put("t", "y")), sql("UPDATE t SET a = 'all' WHERE ycsb_key > 'b'")),
        transaction(9, sql("INSERT INTO t (ycsb_key, ycsb_version) VALUES ('new', 1), ('y', 1)")),
        transaction(10, sql("DELETE FROM t WHERE ycsb_version = 1")));
    assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(GOLDEN);
  }

  @Test
  void aRowThatWasTamperedWithChangesTheHashOfTheNextBlockThatTouchesIt() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"), put("t", "l"))));
    BlockTransaction elsewhere = transaction(2, records(put("t", "l")));
    BlockTransaction here = transaction(3, records(put("t", "k", "a", "2")));
    byte[] honestElsewhere = database.execute(2, List.of(elsewhere)).appHash();
    byte[] honestHere = database.execute(2, List.of(here)).appHash();
    database.abandon();
    try (Connection connection = connection()) {
      Dialect.execute(connection, "UPDATE t SET a = '7' WHERE ycsb_key = 'k'");
    }
    assertThat(database.execute(2, List.of(elsewhere)).appHash()).isEqualTo(honestElsewhere);
    assertThat(database.execute(2, List.of(here)).appHash()).isNotEqualTo(honestHere);
  }
}
