package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** That a block is never more work than a node can do, whoever has proposed it. */
abstract class WorkContract extends DatabaseContract {
  /** Much by its text, and little if its number is 1. */
  private static final Call MUCH =
      procedure(
          "much",
          "BEGIN FOR v_i IN 1 .. 1000 LOOP IF p_number > 1 THEN "
              + "UPDATE t SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key; ".repeat(4)
              + "END IF; END LOOP; RETURN 1; END");

  private static final Call CALL = calling("much", "k", 1L);

  private static final Call PUT = records(put("t", "k", "a", "1"));

  WorkContract(TestDatabase on) {
    super(on);
  }

  private static BlockTransaction calls(long number, long count, Call last) {
    List<Call> calls = new ArrayList<>(Collections.nCopies((int) count, CALL));
    calls.add(last);
    return transaction(number, calls.toArray(Call[]::new));
  }

  private static List<Outcome> outcomes(ExecutedBlock block, int place) {
    return block.results().get(place).outcomes();
  }

  /** Defines it; returns how many calls of it fit into so much work. */
  private long fitting(long work) {
    block(1, transaction(1, table("t", "a"), MUCH));
    return work / database.work(transaction(2, CALL));
  }

  @Test
  void callsBeyondATransactionsWorkAreRefusedAndLighterOnesAreNot() throws Exception {
    int fit = (int) fitting(Work.TRANSACTION_MAX);
    assertThat(fit).isBetween(2, 100);
    ExecutedBlock block = block(2, calls(2, fit + 2, PUT));
    assertThat(outcomes(block, 0).subList(0, fit)).containsOnly(Outcome.OK);
    assertThat(outcomes(block, 0).subList(fit, fit + 2)).containsOnly(Outcome.REFUSED);
    assertThat(outcomes(block, 0).get(fit + 2)).isEqualTo(Outcome.OK);
    assertThat(block.results().get(0).detail())
        .startsWith("the calls of a transaction are at most 8500000 units of work, with this one");
    assertThat(block.work()).isLessThanOrEqualTo(Work.TRANSACTION_MAX);
    assertThat(read("t", "k")).endsWith("{a=1}");
  }

  @Test
  void callsBeyondABlocksWorkAreRefusedAndTakenLater() throws Exception {
    int fit = (int) fitting(Work.BLOCK_MAX);
    int first = (int) (Work.TRANSACTION_MAX / (Work.BLOCK_MAX / fit));
    int second = fit - first;
    ExecutedBlock block =
        block(2, calls(2, first, PUT), calls(3, second + 1, PUT), calls(4, 0, PUT));
    assertThat(outcomes(block, 0)).containsOnly(Outcome.OK);
    assertThat(outcomes(block, 1).subList(0, second)).containsOnly(Outcome.OK);
    assertThat(outcomes(block, 1).subList(second, second + 2))
        .containsExactly(Outcome.REFUSED, Outcome.OK);
    assertThat(block.results().get(1).detail())
        .startsWith("the calls of a block are at most 9000000 units of work, with this one");
    assertThat(outcomes(block, 2)).containsExactly(Outcome.OK);
    assertThat(block.work()).isLessThanOrEqualTo(Work.BLOCK_MAX);
    assertThat(outcomes(block(3, calls(5, 1, PUT)), 0)).containsOnly(Outcome.OK);
  }

  @Test
  void definitionsBeyondATransactionsWorkAreRefusedUnlessTheyAreThere() {
    int fit = (int) (Work.TRANSACTION_MAX / Work.DEFINITION);
    List<Call> definitions = new ArrayList<>(Collections.nCopies(fit, table("no name")));
    definitions.add(table("t"));
    ExecutedBlock block =
        block(
            1,
            transaction(1, definitions.toArray(Call[]::new)),
            transaction(2, table("u")),
            transaction(3, PUT));
    assertThat(outcomes(block, 0)).hasSize(fit + 1).containsOnly(Outcome.REFUSED);
    assertThat(outcomes(block, 1)).containsExactly(Outcome.OK);
    assertThat(outcomes(block, 2)).containsExactly(Outcome.UNDEFINED);
    Call[] again = Collections.nCopies(fit + 1, table("u")).toArray(Call[]::new);
    assertThat(outcomes(block(2, transaction(4, again)), 0)).containsOnly(Outcome.OK);
  }

  /** Its limit is by its text, so it is told when it is defined. */
  @Test
  void aProcedureThatIsTooMuchWorkIsNotDefined() {
    String update =
        "UPDATE t SET a = convert_to(concat(p_key, p_number), 'UTF8') WHERE ycsb_key = p_key; ";
    Call more =
        procedure(
            "more",
            "BEGIN FOR v_i IN 1 .. 1000 LOOP " + update.repeat(6) + "END LOOP; RETURN 1; END");
    ExecutedBlock block = block(1, transaction(1, table("t", "a"), more));
    assertThat(outcomes(block, 0)).containsExactly(Outcome.OK, Outcome.REFUSED);
    assertThat(block.results().get(0).detail()).contains("units of work, and at most 200000");
  }

  @Test
  void aProcedureThatChangesTooManyRowsFails() {
    String update = "UPDATE t SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key; ";
    String most =
        "BEGIN FOR v_i IN 1 .. 1000 LOOP %sEND LOOP; RETURN 1; END".formatted(update.repeat(2));
    String more = most.replace("RETURN", update + "RETURN");
    block(
        1,
        transaction(1, table("t"), procedure("most", most), procedure("more", more)),
        transaction(2, records(put("t", "k"))));
    ExecutedBlock block = block(2, transaction(3, calling("most", "k", 1L)));
    assertThat(outcomes(block, 0)).containsExactly(Outcome.OK);
    ExecutedBlock failed = block(3, transaction(4, calling("more", "k", 1L)));
    assertThat(outcomes(failed, 0)).containsExactly(Outcome.FAILED);
    assertThat(failed.results().get(0).detail()).isEqualTo(Dialect.TOO_MANY_ROWS);
  }

  /** The fields of a call's records are longer than its text can tell. */
  @Test
  void bytesOfFieldsAreWorkWhateverComesOfTheCall() {
    String reads =
        "DECLARE v_n bigint; BEGIN SELECT char_length(convert_from(a, 'UTF8')) INTO v_n FROM t"
            + " WHERE ycsb_key = p_key; %s RETURN v_n; END";
    block(
        1,
        transaction(
            1,
            table("t", "a"),
            procedure("reads", reads.formatted("")),
            procedure("fails", reads.formatted("v_n := v_n / p_number;")),
            procedure("forbids", reads.formatted("IF p_number = 0 THEN RETURN NULL; END IF;"))),
        transaction(2, records(put("t", "k", "a", "x".repeat(100_000)))));
    long height = 2;
    for (Outcome outcome : List.of(Outcome.OK, Outcome.FAILED, Outcome.FORBIDDEN)) {
      String name = List.of("reads", "fails", "forbids").get((int) height - 2);
      BlockTransaction call = transaction(height + 10, calling(name, "k", 0L));
      ExecutedBlock block = block(height++, call);
      assertThat(outcomes(block, 0)).containsExactly(outcome);
      assertThat(block.work() - database.work(call)).isEqualTo(3 * 100_000 / Work.BYTES);
    }
  }

  @Test
  void aCallThatGoesThroughTooManyBytesFails() {
    String reads =
        "DECLARE v_n bigint; BEGIN FOR v_i IN 1 .. 100 LOOP"
            + " SELECT char_length(convert_from(a, 'UTF8')) INTO v_n FROM t WHERE ycsb_key = p_key;"
            + " END LOOP; RETURN v_n; END";
    block(
        1,
        transaction(1, table("t", "a"), procedure("reads", reads)),
        transaction(2, records(put("t", "k", "a", "x".repeat(1 << 20)))));
    Call call = calling("reads", "k", 1L);
    Call other = records(put("t", "other"));
    ExecutedBlock block = block(2, transaction(3, call, other));
    assertThat(outcomes(block, 0)).containsExactly(Outcome.FAILED, Outcome.OK);
    assertThat(block.results().get(0).detail())
        .isEqualTo("a call goes through more than 67108864 bytes of fields");
    assertThat(block.work() - database.work(transaction(3, call, other)))
        .isEqualTo((64 << 20) / Work.BYTES);
  }

  /** Their sum is beyond 32 bits. */
  @Test
  void theBytesOfACallAreCountedHoweverManyTheyAre() {
    String all = "a";
    for (int i = 0; i < 6; i++) {
      all = "coalesce(%1$s, %1$s)".formatted(all);
    }
    List<String> variables = IntStream.range(0, 6).mapToObj("v_n%d"::formatted).toList();
    String reads =
        "DECLARE %s bigint; BEGIN SELECT %s INTO %s FROM t WHERE ycsb_key = p_key; RETURN 1; END"
            .formatted(
                String.join(" bigint; ", variables),
                String.join(", ", Collections.nCopies(6, "octet_length(" + all + ")")),
                String.join(", ", variables));
    block(
        1,
        transaction(1, table("t", "a"), procedure("reads", reads)),
        transaction(2, records(put("t", "k", "a", "x".repeat(1 << 20)))));
    BlockTransaction call = transaction(3, calling("reads", "k", 1L));
    ExecutedBlock block = block(2, call);
    assertThat(outcomes(block, 0)).containsExactly(Outcome.FAILED);
    assertThat(block.results().get(0).detail())
        .isEqualTo("a call goes through more than 67108864 bytes of fields");
    assertThat(block.work() - database.work(call)).isEqualTo((64 << 20) / Work.BYTES);
  }

  /** As it finds them, and as it leaves them. */
  @Test
  void bytesOfTheRowsOfAProcedureAreWorkWhateverComesOfTheCall() {
    List<String> statements =
        List.of(
            "UPDATE t SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key",
            "UPDATE t SET a = convert_to('1', 'UTF8') WHERE ycsb_key = p_key",
            "DELETE FROM t WHERE ycsb_key = p_key",
            "DELETE FROM t WHERE ycsb_key = 'none'");
    List<Long> bytes = List.of(200_000L, 100_001L, 100_000L, 0L);
    List<Call> definitions = new ArrayList<>(List.of(table("t", "a")));
    for (int i = 0; i < statements.size(); i++) {
      definitions.add(
          procedure(
              "writes" + i,
              "BEGIN " + statements.get(i) + "; RETURN nullif(1 / p_number, 0); END"));
    }
    block(1, transaction(1, definitions.toArray(Call[]::new)));
    long height = 2;
    for (int i = 0; i < statements.size(); i++) {
      block(height++, transaction(height, records(put("t", "k", "a", "x".repeat(100_000)))));
      for (Outcome outcome : List.of(Outcome.FAILED, Outcome.FORBIDDEN, Outcome.OK)) {
        long number = outcome == Outcome.FAILED ? 0 : outcome == Outcome.OK ? 1 : 2;
        BlockTransaction call = transaction(height + 1, calling("writes" + i, "k", number));
        ExecutedBlock block = block(height++, call);
        assertThat(outcomes(block, 0)).containsExactly(outcome);
        assertThat(block.work() - database.work(call))
            .as(statements.get(i))
            .isEqualTo(bytes.get(i) / Work.BYTES);
      }
    }
  }

  /** They are hashed, however short what is written is; once for all calls beside each other. */
  @Test
  void bytesOfTheRowsThatACallOfRecordsFindsAreWork() {
    block(
        1,
        transaction(1, table("t", "a", "b"), MUCH),
        transaction(2, records(put("t", "k", "a", "x".repeat(100_000)))));
    BlockTransaction calls =
        transaction(
            3,
            records(merge("t", "k", "b", "1")),
            records(merge("t", "k", "b", "2")),
            CALL,
            records(delete("t", "k")),
            records(put("t", "k")));
    ExecutedBlock block = block(2, calls);
    assertThat(outcomes(block, 0)).containsOnly(Outcome.OK);
    assertThat(block.work() - database.work(calls)).isEqualTo(2 * (100_000 / Work.BYTES));
  }

  /** A database goes through all of a row to tell how long its fields are. */
  @Test
  void bytesOfRowsAreWorkIfACallWouldHaveWrittenThemAndNotIfItHasOnlyReadThem() {
    block(
        1,
        transaction(1, table("t", "a", "b"), MUCH),
        transaction(2, records(put("t", "k", "a", "x".repeat(100_000)))));
    long version = Versions.at(1, 2);
    BlockTransaction calls =
        transaction(
            3,
            ifVersion("t", "k", version),
            CALL,
            ifVersion("t", "k", 7, merge("t", "k", "b", "1"), put("t", "other", "a", "1")),
            CALL,
            ifVersion("t", "k", version, merge("t", "k", "none", "1")));
    ExecutedBlock block = block(2, calls);
    assertThat(outcomes(block, 0))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.ABORTED, Outcome.OK, Outcome.UNDEFINED);
    assertThat(block.work() - database.work(calls)).isEqualTo(2 * (100_000 / Work.BYTES));
  }

  /** Nothing is written between, so the record is known already. */
  @Test
  void aRecordThatWasReadBeforeARefusedCallIsAsLongForTheNextOneAsItIs() {
    block(
        1,
        transaction(1, table("t", "a", "b")),
        transaction(2, records(put("t", "k", "a", "x".repeat(1 << 20)))));
    BlockTransaction calls =
        transaction(
            3,
            ifVersion("t", "k", Versions.at(1, 1)),
            Call.getDefaultInstance(),
            records(merge("t", "k", "b", "1")));
    assertThat(outcomes(block(2, calls), 0))
        .containsExactly(Outcome.OK, Outcome.REFUSED, Outcome.FAILED);
  }

  @Test
  void aTransactionThatDefinesSomethingIsAllTheWorkOfABlockForItsProposer() {
    BlockTransaction defines = transaction(1, table("t", "a"), MUCH);
    assertThat(database.work(defines)).isEqualTo(Work.BLOCK_MAX);
    assertThat(database.work(transaction(2, CALL))).isEqualTo(Work.CALL);
    assertThat(database.work(transaction(3, table("no name")))).isEqualTo(Work.DEFINITION);
    block(1, defines);
    assertThat(database.work(defines)).isLessThan(10);
  }
}
