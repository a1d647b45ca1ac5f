package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.tooLarge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Record;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a chain relies on of records and definitions, of whatever database. */
abstract class RecordsContract extends DatabaseContract {
  RecordsContract(TestDatabase on) {
    super(on);
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
    assertThat(read("t", "k")).isEqualTo("3.2 {a=1, b=3}");
    assertThat(read("t", "l")).isEqualTo("3.3 {a=x}");
    assertThat(read("t", "m")).isEqualTo("3.4 {a=y}");
    assertThat(read("t", "n")).isEmpty();
    block(5, transaction(5, records(put("t", "k", "b", "4"))));
    assertThat(read("t", "k")).isEqualTo("5.0 {b=4}");
    assertThat(reads.read("t", "ka", 2).getRecordsList())
        .extracting(Record::getKey)
        .containsExactly("l", "m");
  }

  @Test
  void aCallWhoseReadsHaveChangedWritesNothing() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))));
    long read = Versions.at(1, 1);
    ExecutedBlock block =
        block(
            2,
            transaction(2, ifVersion("t", "k", read, put("t", "k", "a", "2"))),
            transaction(3, ifVersion("t", "k", read, put("t", "k", "a", "3"))),
            transaction(4, ifVersion("t", "none", 0, put("t", "l", "a", "4"))),
            transaction(5, ifVersion("t", "none", 1, put("t", "l", "a", "5"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.ABORTED, Outcome.OK, Outcome.ABORTED);
    assertThat(block.results().get(1).detail())
        .isEqualTo(
            "record k of t was read with version %d and has %d".formatted(read, Versions.at(2, 0)));
    assertThat(read("t", "k")).isEqualTo("2.0 {a=2}");
    assertThat(read("t", "l")).isEqualTo("2.2 {a=4}");
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
    assertThat(read("t", "m")).isEqualTo("1.3 {}");
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
    assertThat(read("t", "k")).isEqualTo("1.0 {b=1}");
  }

  @Test
  void aTransactionThatComesAgainHasNoFurtherEffect() throws Exception {
    BlockTransaction again = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t")), again, again);
    assertThat(read("t", "k")).isEqualTo("1.1 {}");
    ExecutedBlock block = block(2, again, again);
    assertThat(block.again()).containsExactlyInAnyOrder(0, 1);
    assertThat(block.results()).allSatisfy(result -> assertThat(result.height()).isEqualTo(1));
    assertThat(read("t", "k")).isEqualTo("1.1 {}");
    assertThat(reads.find(again.id()).orElseThrow().outcomes()).containsExactly(Outcome.OK);
    assertThat(reads.find(transaction(9).id())).isEmpty();
  }

  @Test
  void anotherTransactionWithAUsedNumberIsRefusedAndTheFirstKeepsItsOutcome() throws Exception {
    BlockTransaction first = transaction(2, records(put("t", "k", "a", "1")));
    BlockTransaction second = transaction(2, records(put("t", "k", "a", "2")), table("u"));
    ExecutedBlock block = block(1, transaction(1, table("t", "a")), first, second, first);
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.REFUSED, Outcome.REFUSED, Outcome.OK);
    assertThat(block.again()).containsExactly(3);
    byte[] refused = database.execute(2, List.of(second)).appHash();
    assertThat(database.execute(2, List.of(first)).appHash()).isNotEqualTo(refused);
    startAgain();
    ExecutedBlock later = block(2, second);
    assertThat(later.appHash()).isEqualTo(refused);
    assertThat(later.again()).isEmpty();
    assertThat(later.results().get(0).detail())
        .isEqualTo(
            "the client has given the number 2 to another transaction, in block 1;"
                + " give each its own");
    assertThat(later.results().get(0).values()).containsExactly(0L, 0L);
    assertThat(read("t", "k")).isEqualTo("1.1 {a=1}");
    assertThat(reads.find(first.id()).orElseThrow().outcomes()).containsExactly(Outcome.OK);
    assertThat(reads.find(second)).contains(later.results().get(0));
    assertThat(outcomes(block(3, transaction(3, records(put("u", "k"))))))
        .containsExactly(Outcome.UNDEFINED);
  }

  @Test
  void aFailingCallIsUndoneAlone() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(put("t", "k"))),
            transaction(2, records(put("t", "before", "a", "1"))),
            transaction(
                3, records(put("t", "part"), tooLarge("t", "k", "a")), records(put("t", "l"))),
            transaction(4, records(put("t", "after"))));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.OK, Outcome.OK);
    assertThat(block.results().get(2).detail())
        .isEqualTo("the fields of a row have more than 1048576 bytes");
    assertThat(read("t", "before")).isEqualTo("1.2 {a=1}");
    assertThat(read("t", "part")).isEmpty();
    assertThat(read("t", "l")).isEqualTo("1.4 {}");
    assertThat(read("t", "after")).isEqualTo("1.5 {}");
  }

  @Test
  void aFailingCallUndoesItsBlockIfThatIsTheRule() throws Exception {
    close();
    beginEmpty(Rules.Failure.BLOCK);
    block(1, transaction(1, table("t", "a"), records(put("t", "k"))));
    ExecutedBlock block =
        block(
            2,
            transaction(2, table("u"), records(put("t", "l"))),
            transaction(3, records(tooLarge("t", "k", "a")), records(put("t", "m"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.ROLLED_BACK, Outcome.FAILED, Outcome.ROLLED_BACK);
    assertThat(read("t", "l")).isEmpty();
    assertThat(database.height()).isEqualTo(2);
    assertThat(reads.find(transaction(2).id())).isPresent();
  }

  @Test
  void aCallThatIsNoneChangesNothingForTheOthers() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), records(put("t", "k", "a", "1"))),
            transaction(2, Call.getDefaultInstance()),
            transaction(3, ifVersion("t", "k", Versions.at(1, 1), merge("t", "k"))));
    assertThat(outcomes(block))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.REFUSED, Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("1.3 {a=1}");
    block(
        2,
        transaction(4, records(put("t", "k", "a", "2"))),
        transaction(5, Call.getDefaultInstance()),
        transaction(6, records(merge("t", "k"))));
    assertThat(read("t", "k")).isEqualTo("2.2 {a=2}");
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

  private int octets(String table, String key) throws SQLException {
    return reads.read(table, key, 0).getRecords(0).getFieldsList().stream()
        .mapToInt(field -> field.getValue().size())
        .sum();
  }
}
