package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.tooLarge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The versions that the chain gives: once read, one never names another state. */
abstract class VersionsContract extends DatabaseContract {
  private static final String GOLDEN_OF_HISTORY =
      "7145cd0f420ff2e13d803e6e9de923e4b596ada59d0e2f98edb5bfd79a7954ee";

  static final String INSERT =
      "INSERT INTO t (ycsb_key, ycsb_version, a) VALUES (p_key, 1, convert_to('p', 'UTF8'))";

  VersionsContract(TestDatabase on) {
    super(on);
  }

  /** A procedure of one statement, which may use {@code p_key} and {@code p_number}. */
  static Call doing(String name, String statements) {
    return procedure(name, "BEGIN " + statements + "; RETURN 0; END");
  }

  private List<Long> values(ExecutedBlock block) {
    return block.results().stream().flatMap(result -> result.values().stream()).toList();
  }

  @Test
  void aRecordThatWasDeletedAndPutAgainIsNotTheOneThatWasRead() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))));
    long read = reads.read("t", "k", 0).getRecords(0).getVersion();
    block(2, transaction(2, records(delete("t", "k"))), transaction(3, records(put("t", "k"))));
    assertThat(outcomes(block(3, transaction(4, ifVersion("t", "k", read, put("t", "k"))))))
        .containsExactly(Outcome.ABORTED);
    ExecutedBlock block =
        block(
            4,
            transaction(5, ifVersion("t", "k", Versions.at(2, 1), merge("t", "k", "a", "2"))),
            transaction(6, records(delete("t", "k"))),
            transaction(7, ifVersion("t", "k", 0, put("t", "k", "a", "3"))),
            transaction(8, ifVersion("t", "k", Versions.at(4, 0), put("t", "k", "a", "4"))),
            transaction(9, records(delete("t", "k"), put("t", "k", "a", "5"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.ABORTED, Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("4.4 {a=5}");
  }

  @Test
  void aProcedureGivesTheVersionOfItsCallWhateverItsTextSets() throws Exception {
    String plain = "UPDATE t SET a = convert_to('p', 'UTF8') WHERE ycsb_key = p_key";
    String raised = plain.replace(" WHERE", ", ycsb_version = ycsb_version + 1 WHERE");
    String remove = "DELETE FROM t WHERE ycsb_key = p_key; ";
    block(
        1,
        transaction(
            1,
            table("t", "a"),
            doing("plain", plain),
            doing("raised", raised),
            doing("twice", raised + "; " + raised),
            doing("again", remove + INSERT),
            records(put("t", "k", "a", "1"), put("t", "other"))));
    long version = Versions.at(1, 5);
    long height = 2;
    for (String name : List.of("plain", "raised", "twice", "again", "plain")) {
      ExecutedBlock block =
          block(
              height,
              transaction(height, calling(name, "k", version)),
              transaction(-height, ifVersion("t", "k", version, put("t", "k", "a", "stale"))));
      assertThat(outcomes(block)).as(name).containsExactly(Outcome.OK, Outcome.ABORTED);
      version = Versions.at(height, 0);
      assertThat(reads.read("t", "k", 0).getRecords(0).getVersion()).as(name).isEqualTo(version);
      height++;
    }
    assertThat(read("t", "k")).isEqualTo("6.0 {a=p}");
    assertThat(read("t", "other")).isEqualTo("1.5 {}");
  }

  @Test
  void versionsRiseFromCallToCallThroughAllThatComesBetween() throws Exception {
    ExecutedBlock first =
        block(
            5,
            transaction(
                1,
                table("t", "a"),
                doing("change", "UPDATE t SET a = convert_to('p', 'UTF8') WHERE ycsb_key = p_key")),
            transaction(
                2,
                records(put("t", "k"), put("t", "l")),
                records(put("t", "k")),
                calling("change", "k", 1L),
                records(merge("t", "l")),
                records(delete("t", "l")),
                records()));
    assertThat(values(first))
        .containsExactly(
            0L,
            0L,
            Versions.at(5, 2),
            Versions.at(5, 3),
            0L,
            Versions.at(5, 5),
            Versions.at(5, 6),
            0L);
    assertThat(read("t", "k")).isEqualTo("5.4 {a=p}");
    block(6, transaction(3, records(merge("t", "k"))), transaction(4, records(put("t", "l"))));
    assertThat(read("t", "k")).isEqualTo("6.0 {a=p}");
    assertThat(read("t", "l")).isEqualTo("6.1 {}");
    startAgain();
    ExecutedBlock again = block(7, transaction(3, records(merge("t", "k"))));
    assertThat(again.results().get(0).values()).containsExactly(Versions.at(6, 0));
  }

  @Test
  void aBlockThatIsUndoneGivesNoVersions() throws Exception {
    close();
    beginEmpty(Rules.Failure.BLOCK);
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))));
    ExecutedBlock undone =
        block(
            2,
            transaction(2, records(put("t", "k", "a", "2"))),
            transaction(3, records(tooLarge("t", "k", "a"))));
    assertThat(outcomes(undone)).containsExactly(Outcome.ROLLED_BACK, Outcome.FAILED);
    assertThat(values(undone)).containsExactly(0L, 0L);
    assertThat(read("t", "k")).isEqualTo("1.1 {a=1}");
    block(3, transaction(4, ifVersion("t", "k", Versions.at(1, 1), merge("t", "k", "a", "3"))));
    assertThat(read("t", "k")).isEqualTo("3.0 {a=3}");
  }

  @Test
  void noVersionOfARandomHistoryNamesTwoStates() throws Exception {
    for (Rules.Failure failure : Rules.Failure.values()) {
      close();
      beginEmpty(failure);
      VersionHistory history = new VersionHistory(1, failure);
      for (int i = 0; i < VersionHistory.BLOCKS; i++) {
        history.next(this);
      }
      String hash = HexFormat.of().formatHex(database.appHash());
      if (failure == Rules.Failure.TRANSACTION) {
        assertThat(hash).isEqualTo(GOLDEN_OF_HISTORY);
      }
      close();
      beginEmpty(failure);
      history.replay(this);
      assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(hash);
    }
  }
}
