package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a chain relies on of procedures. Hashes here are the same for all databases. */
abstract class ProceduresContract extends DatabaseContract {
  private static final String GOLDEN =
      "c30a97937521fd21bb4117e38618e9405808d76de054826a886482a6c207eef8";
  private static final String GOLDEN_OF_TURNS =
      "99481b7128b6a918a7ef461429985bf3a083fd17a3748c6210a920291f145fc1";

  private static final String GOLDEN_OF_GROWTH =
      "d480923bc0a4490e23da4529c85e3403e6c3022e5ba9ef29ab69470e449b2d9e";

  ProceduresContract(TestDatabase on) {
    super(on);
  }

  /** Adds to a number, which must be there, and stay below 100. */
  private static Call add(String name) {
    return procedure(
        name,
        """
        DECLARE
          v_sum bigint;
        BEGIN
          SELECT CAST(convert_from(a, 'UTF8') AS bigint) + p_number INTO v_sum
            FROM t WHERE ycsb_key = p_key;
          IF v_sum IS NULL THEN
            RAISE EXCEPTION 'there is no number';
          END IF;
          UPDATE t SET a = convert_to(CAST(v_sum AS text), 'UTF8'), ycsb_version = ycsb_version + 1
            WHERE ycsb_key = p_key;
          IF v_sum >= 100 THEN
            RETURN NULL;
          END IF;
          IF v_sum < -50 THEN
            RAISE EXCEPTION 'too little';
          END IF;
          RETURN v_sum;
        END
        """);
  }

  private static List<Long> values(ExecutedBlock block) {
    return block.results().stream().flatMap(result -> result.values().stream()).toList();
  }

  @Test
  void onlyCallsThatHaveWrittenAreCountedAsWrites() throws Exception {
    Call look = procedure("look", "BEGIN RETURN p_number; END");
    ExecutedBlock begun =
        block(
            1,
            transaction(1, table("t", "a"), add("add"), look),
            transaction(2, records(put("t", "k", "a", "1"))));
    assertThat(begun.writes()).isEqualTo(1);

    ExecutedBlock calls =
        block(
            2,
            transaction(3, calling("look", "k", 5L), calling("add", "k", 5L)),
            transaction(4, calling("add", "k", 500L), calling("add", "none", 1L)),
            transaction(2, records(put("t", "k", "a", "1"))));
    assertThat(outcomes(calls)).startsWith(Outcome.OK, Outcome.OK, Outcome.FORBIDDEN);
    assertThat(calls.writes()).isEqualTo(1);
  }

  @Test
  void aCallSeesWhatWasWrittenBeforeAndIsSeenAfter() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, calling("add", "k", 5L)),
            transaction(2, table("t", "a", "b"), add("add")),
            transaction(3, records(put("t", "k", "a", "1", "b", "x")), calling("add", "k", 2L)),
            transaction(4, records(merge("t", "k", "b", "y")), calling("add", "k", -4L)));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.FAILED, Outcome.OK, Outcome.OK, Outcome.OK, Outcome.OK, Outcome.OK, Outcome.OK);
    assertThat(values(block))
        .containsExactly(0L, 0L, 0L, Versions.at(1, 3), 3L, Versions.at(1, 5), -1L);
    assertThat(read("t", "k")).isEqualTo("1.6 {a=-1, b=y}");
    assertThat(HexFormat.of().formatHex(block.appHash())).isEqualTo(GOLDEN);
  }

  @Test
  void aCallThatFailsOrIsForbiddenHasNoEffectAndSparesTheOthers() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), add("add"), records(put("t", "k", "a", "98"))),
            transaction(
                2,
                calling("add", "k", 1L),
                calling("add", "k", 1L),
                calling("add", "none", 1L),
                calling("add", "k", -150L),
                calling("other", "k", 1L),
                calling("add", "k"),
                calling("add", 1L, "k"),
                calling("add", "k\0", 1L),
                calling("add", "k".repeat(65_536), 1L),
                calling("add", "k", Long.MAX_VALUE),
                calling("add", "k", -9L)));
    assertThat(block.results().get(1).outcomes())
        .containsExactly(
            Outcome.OK,
            Outcome.FORBIDDEN,
            Outcome.FAILED,
            Outcome.FAILED,
            Outcome.UNDEFINED,
            Outcome.REFUSED,
            Outcome.REFUSED,
            Outcome.REFUSED,
            Outcome.REFUSED,
            Outcome.FAILED,
            Outcome.OK);
    assertThat(block.results().get(1).values())
        .containsExactly(99L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 90L);
    assertThat(block.results().get(1).detail()).isEqualTo("the procedure's own rules forbid it");
    assertThat(read("t", "k")).isEqualTo("1.13 {a=90}");
  }

  /** A forbidden call has not failed. It is undone alone there, too. */
  @Test
  void aCallThatFailsUndoesItsBlockIfThatIsTheRule() throws Exception {
    close();
    beginEmpty(Rules.Failure.BLOCK);
    block(1, transaction(1, table("t", "a"), add("add"), records(put("t", "k", "a", "98"))));
    ExecutedBlock failed =
        block(
            2,
            transaction(2, add("more"), calling("add", "k", 1L)),
            transaction(3, calling("add", "none", 1L)),
            transaction(4, calling("add", "k", 1L)));
    assertThat(outcomes(failed))
        .containsExactly(Outcome.OK, Outcome.ROLLED_BACK, Outcome.FAILED, Outcome.ROLLED_BACK);
    assertThat(values(failed)).containsExactly(0L, 0L, 0L, 0L);
    assertThat(read("t", "k")).isEqualTo("1.2 {a=98}");
    ExecutedBlock forbidden =
        block(3, transaction(5, calling("more", "k", 1L), calling("add", "k", 1L)));
    assertThat(outcomes(forbidden)).containsExactly(Outcome.OK, Outcome.FORBIDDEN);
    assertThat(read("t", "k")).isEqualTo("3.0 {a=99}");
  }

  /** Each has its own way to undo a call; they don't get in each other's. */
  @Test
  void callsOfEveryKindTakeTurns() throws Exception {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), add("add"), records(put("t", "k", "a", "1"))),
            transaction(
                2,
                calling("add", "k", 1L),
                records(merge("t", "k", "a", "3")),
                calling("add", "k", 100L),
                records(delete("t", "none")),
                records(merge("t", "l", "a", "5")),
                calling("add", "none", 1L),
                calling("add", "l", 1L),
                records(merge("t", "l"))));
    assertThat(block.results().get(1).outcomes())
        .containsExactly(
            Outcome.OK,
            Outcome.OK,
            Outcome.FORBIDDEN,
            Outcome.NOT_FOUND,
            Outcome.OK,
            Outcome.FAILED,
            Outcome.OK,
            Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("1.4 {a=3}");
    assertThat(read("t", "l")).isEqualTo("1.10 {a=6}");
    assertThat(HexFormat.of().formatHex(block.appHash())).isEqualTo(GOLDEN_OF_TURNS);
  }

  @Test
  void proceduresAndWhatTheyReturnedAreKnownAfterAStart() throws Exception {
    block(
        1,
        transaction(1, table("t", "a"), add("add"), records(put("t", "k", "a", "1"))),
        transaction(2, calling("add", "k", 1L)));
    startAgain();
    ExecutedBlock block =
        block(
            2,
            transaction(2, calling("add", "k", 1L)),
            transaction(3, add("add"), calling("add", "k", 5L)));
    assertThat(values(block)).containsExactly(2L, 0L, 7L);
    assertThat(block.again()).containsExactly(0);
    assertThat(read("t", "k")).isEqualTo("2.1 {a=7}");
  }

  @Test
  void aProcedureKeepsItsTextAndOneThatIsNotInTheLanguageIsNotDefined() {
    String returns = "BEGIN RETURN p_number + 1; END";
    String wrong = "BEGIN RETURN p_number + + 1; END";
    ExecutedBlock block =
        block(
            1,
            transaction(1, procedure("one", returns), procedure("bad", wrong)),
            transaction(2, procedure("one", returns.replace('1', '2'))),
            transaction(3, calling("one", "", 1L), calling("bad", "", 1L)));
    assertThat(outcomes(block))
        .containsExactly(
            Outcome.OK, Outcome.REFUSED, Outcome.REFUSED, Outcome.OK, Outcome.UNDEFINED);
    assertThat(block.results().get(0).detail())
        .isEqualTo(
            "the procedure bad, line 1: + stands where a value must: RETURN number; or RETURN"
                + " NULL;");
    assertThat(block.results().get(1).detail()).contains("keeps its text");
    assertThat(values(block)).containsExactly(0L, 0L, 0L, 2L, 0L);
  }

  @Test
  void aTextThatWouldGrowWithoutEndMakesItsCallFail() {
    ExecutedBlock block =
        block(
            1,
            transaction(
                1,
                procedure(
                    "grow",
                    """
                    DECLARE
                      v_a varchar(16383);
                    BEGIN
                      v_a := 'a';
                      FOR v_i IN 1 .. 1000 LOOP
                        v_a := concat(v_a, v_a);
                      END LOOP;
                      RETURN 0;
                    END
                    """),
                calling("grow", "", 1L)));
    assertThat(outcomes(block)).containsExactly(Outcome.OK, Outcome.FAILED);
    assertThat(block.results().get(0).detail()).isEqualTo("a text has more than 16383 characters");
  }

  @Test
  void aFieldThatAProcedureDoublesGrowsUpToTheLimitAndTheNodeGoesOn() throws Exception {
    String twice =
        """
        BEGIN
          FOR v_i IN 1 .. %d LOOP
            UPDATE t SET
                a = convert_to(concat(convert_from(a, 'UTF8'), convert_from(a, 'UTF8')), 'UTF8')
              WHERE ycsb_key = p_key;
          END LOOP;
          RETURN 0;
        END
        """;
    Call[] calls = new Call[30];
    Arrays.setAll(calls, i -> calling("twice", "k", 1L));
    ExecutedBlock block =
        block(
            1,
            transaction(
                1,
                table("t", "a"),
                procedure("twice", twice.formatted(1)),
                procedure("often", twice.formatted(30))),
            transaction(2, records(put("t", "k", "a", "x".repeat(1 << 18)))),
            transaction(3, calling("often", "k", 1L)),
            transaction(4, calls));
    assertThat(block.results().get(2).outcomes()).containsExactly(Outcome.FAILED);
    assertThat(block.results().get(2).detail())
        .isEqualTo("the fields of a row have more than 1048576 bytes");
    assertThat(block.results().get(3).outcomes().subList(0, 2)).containsOnly(Outcome.OK);
    assertThat(block.results().get(3).outcomes().subList(2, 30)).containsOnly(Outcome.FAILED);
    block(2, transaction(5, records(merge("t", "k", "a", "y")), calling("twice", "k", 1L)));
    assertThat(read("t", "k")).isEqualTo("2.1 {a=yy}");
    assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(GOLDEN_OF_GROWTH);
  }

  /** Of a field of each size; no database makes it null, or an error of its own. */
  @Test
  void whatAStatementMayJoinFitsWhereverItStands() throws Exception {
    String joined = "concat(" + "convert_from(a, 'UTF8'), ".repeat(13) + "convert_from(a, 'UTF8'))";
    String length =
        "DECLARE v_n bigint; BEGIN SELECT char_length(%s) INTO v_n FROM t WHERE ycsb_key = p_key;"
            + " RETURN v_n; END";
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), procedure("all", length.formatted(joined))),
            transaction(2, records(put("t", "k", "a", "x".repeat((1 << 20) - 100)))),
            transaction(3, calling("all", "k", 1L)));
    assertThat(block.results().get(2).outcomes()).containsExactly(Outcome.OK);
    assertThat(block.results().get(2).values()).containsExactly(14L * ((1 << 20) - 100));
  }

  /** No server is given a row that it might not have memory for. */
  @Test
  void whatAStatementWouldWriteIsRefusedBeforeItIsWritten() {
    String[] fields = new String[20];
    Arrays.setAll(fields, i -> "f" + i);
    String copies =
        Arrays.stream(fields).skip(1).map(name -> name + " = f0").collect(Collectors.joining(", "));
    String copy = "BEGIN UPDATE t SET " + copies + " WHERE ycsb_key = p_key; RETURN 1; END";
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", fields), procedure("copy", copy)),
            transaction(2, records(put("t", "k", "f0", "x".repeat(1_000_000)))),
            transaction(3, calling("copy", "k", 1L)),
            transaction(4, records(put("t", "k", "f0", "x".repeat(50_000)))),
            transaction(5, calling("copy", "k", 1L)));
    assertThat(block.results().get(2).outcomes()).containsExactly(Outcome.FAILED);
    assertThat(block.results().get(2).detail())
        .isEqualTo("a statement writes more than 16777216 bytes");
    assertThat(block.results().get(4).outcomes()).containsExactly(Outcome.OK);
  }

  @Test
  void aProcedureThatWritesTooManyBytesInAllRowsFails() {
    ExecutedBlock block =
        block(
            1,
            transaction(
                1,
                table("t", "a"),
                procedure(
                    "much",
                    """
                    BEGIN
                      FOR v_i IN 1 .. 35 LOOP
                        UPDATE t SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key;
                      END LOOP;
                      RETURN 0;
                    END
                    """)),
            transaction(2, records(put("t", "k", "a", "x".repeat(900_000)))),
            transaction(3, calling("much", "k", 1L)),
            transaction(4, records(put("t", "k", "a", "x".repeat(1_000_000)))),
            transaction(5, calling("much", "k", 1L)),
            transaction(6, records(put("t", "k")), calling("much", "k", 1L)));
    assertThat(outcomes(block).subList(3, 8))
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.OK, Outcome.OK);
    assertThat(block.results().get(4).detail()).isEqualTo(Dialect.TOO_MANY_BYTES);
  }
}
