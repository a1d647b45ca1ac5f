package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.Txns.merge;
import static io.hybridycsb.relational.node.database.Txns.put;
import static io.hybridycsb.relational.node.database.Txns.records;
import static io.hybridycsb.relational.node.database.Txns.sql;
import static io.hybridycsb.relational.node.database.Txns.table;
import static io.hybridycsb.relational.node.database.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.RecordWrite;
import java.sql.SQLException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What a chain relies on of SQL, within limits that are the same for all databases. */
abstract class SqlContract extends DatabaseContract {
  private static final String GOLDEN_OF_GROWTH =
      "cfe6ec7c6a2a7cb3d6ce5fcbb9cfc4ccb83c14d6aa7f82e3060585c61d61e5df";

  SqlContract(TestDatabase on) {
    super(on);
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

  private int octets(String table, String key) throws SQLException {
    return reads.read(table, key, 0).getRecords(0).getFieldsList().stream()
        .mapToInt(field -> field.getValue().size())
        .sum();
  }
}
