package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What values and conditions of the language of procedures mean, on every database. */
abstract class MeaningsContract extends DatabaseContract {
  private static final long LEAST = Long.MIN_VALUE;
  private static final long MOST = Long.MAX_VALUE;

  MeaningsContract(TestDatabase on) {
    super(on);
  }

  /**
   * What is computed, from what.
   *
   * @param expression of {@code p_key} and {@code p_number}, and of {@code v_null} and {@code
   *     v_none}, a number and a text that are null
   * @param value FAILED, null, or a number
   */
  private record Computed(String expression, String key, long number, Object value) {}

  private static Computed number(String expression, long number, Object value) {
    return new Computed(expression, "", number, value);
  }

  private static Computed text(String expression, String key, Object value) {
    return new Computed(expression, key, 0, value);
  }

  /** Whether a condition is true. */
  private static Computed condition(String condition, String key, long number, boolean value) {
    return new Computed(
        "CASE WHEN %s THEN 1 ELSE 0 END".formatted(condition), key, number, value ? 1L : 0L);
  }

  /** Whether a text is this one, null, or FAILED. */
  private static Computed isText(String expression, String key, long number, String value) {
    String found =
        value == null
            ? "CASE WHEN %s IS NULL THEN 1 ELSE 0 END".formatted(expression)
            : "CASE WHEN concat('<', %s, '>') = concat(v_none, '<%s>') THEN 1 ELSE 0 END"
                .formatted(expression, value);
    return new Computed(found, key, number, "FAILED".equals(value) ? Outcome.FAILED : (Long) 1L);
  }

  private void assertComputed(Computed... all) {
    List<Call> definitions = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      definitions.add(
          procedure(
              "p" + i,
              "DECLARE v_null bigint; v_none varchar(16383); BEGIN RETURN %s; END"
                  .formatted(all[i].expression())));
      calls.add(calling("p" + i, all[i].key(), all[i].number()));
    }
    ExecutedBlock block =
        block(
            1,
            transaction(1, definitions.toArray(Call[]::new)),
            transaction(2, calls.toArray(Call[]::new)));
    assertThat(block.results().get(0).detail()).isEmpty();
    List<Computed> found = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      Outcome outcome = block.results().get(1).outcomes().get(i);
      Object value =
          outcome == Outcome.OK
              ? (Object) block.results().get(1).values().get(i)
              : outcome == Outcome.FORBIDDEN ? null : outcome;
      found.add(new Computed(all[i].expression(), all[i].key(), all[i].number(), value));
    }
    assertThat(found).containsExactly(all);
  }

  @Test
  void numbersHave64BitsAndFailBeyond() {
    assertComputed(
        number("coalesce(v_null / p_number, 5)", 0, 5L),
        number("coalesce(v_null % p_number, 5)", 0, 5L),
        number("p_number + 1", MOST, Outcome.FAILED),
        number("p_number - 1", LEAST, Outcome.FAILED),
        number("p_number * 2", MOST, Outcome.FAILED),
        number("p_number + 1", MOST - 1, MOST),
        number("- p_number", LEAST, Outcome.FAILED),
        number("- p_number", MOST, -MOST),
        number("p_number - (-9223372036854775807 - p_number)", 0, MOST),
        number("p_number - (p_number - 9223372036854775807 - 1)", 0, Outcome.FAILED),
        number("p_number - (p_number - 9223372036854775807 - 1)", -1, Outcome.FAILED),
        number("(p_number + 1) - p_number * 1", LEAST, 1L),
        number("(p_number - p_number) - p_number", LEAST, Outcome.FAILED),
        number("abs(p_number)", LEAST, Outcome.FAILED),
        number("abs(p_number)", -5, 5L),
        number("p_number * p_number - 9223372036854775807", 3, 9 - MOST),
        number("char_length('abc') - p_number", 5, -2L),
        number("CAST(p_number AS integer)", 2_147_483_647, 2_147_483_647L),
        number("CAST(p_number AS integer)", -2_147_483_648, -2_147_483_648L),
        number("CAST(p_number AS integer)", 2_147_483_648L, Outcome.FAILED));
  }

  @Test
  void divisionLeavesOutTheRemainderAndFailsByZero() {
    assertComputed(
        number("p_number / 2", 7, 3L),
        number("p_number / 2", -7, -3L),
        number("7 / p_number", -2, -3L),
        number("p_number % 3", 7, 1L),
        number("p_number % 3", -7, -1L),
        number("7 % p_number", -3, 1L),
        number("p_number / 0", 7, Outcome.FAILED),
        number("p_number % 0", 7, Outcome.FAILED),
        number("7 / p_number", 0, Outcome.FAILED),
        number("7 % p_number", 0, Outcome.FAILED),
        number("p_number / -1", LEAST, Outcome.FAILED),
        number("p_number % -1", LEAST, 0L),
        number("p_number / (0 - p_number)", 1, -1L),
        number("v_null / p_number", 1, null));
  }

  @Test
  void onlyDigitsAreCastToANumber() {
    List<Computed> all = new ArrayList<>();
    for (String expression :
        List.of("CAST(p_key AS bigint)", "CAST(coalesce(v_none, p_key) AS bigint)")) {
      all.add(text(expression, "12", 12L));
      all.add(text(expression, "-12", -12L));
      all.add(text(expression, "007", 7L));
      all.add(text(expression, "-0", 0L));
      all.add(text(expression, "9223372036854775807", MOST));
      all.add(text(expression, "-9223372036854775808", LEAST));
      for (String none :
          List.of(
              "1_000",
              " 12",
              "12 ",
              "12\n",
              "+1",
              "1.5",
              "",
              "-",
              "1e3",
              "0x1F",
              "١٢",
              "a",
              "9223372036854775808",
              "-9223372036854775809",
              "00000000000000000001")) {
        all.add(text(expression, none, Outcome.FAILED));
      }
    }
    all.add(text("CAST(v_none AS bigint)", "", null));
    assertComputed(all.toArray(Computed[]::new));
  }

  @Test
  void textsAreComparedByTheirBytes() {
    assertComputed(
        condition("p_key < 'B'", "a", 0, false),
        condition("p_key < 'b'", "B", 0, true),
        condition("p_key = 'a'", "A", 0, false),
        condition("p_key = 'a'", "a ", 0, false),
        condition("p_key <> ''", " ", 0, true),
        condition("p_key > 'z'", "ä", 0, true),
        condition("p_key = 'é'", "e\u0301", 0, false),
        condition("p_key > '\uffff'", "\ud83d\ude00", 0, true),
        condition("p_key = CAST(p_number AS text)", "-5", -5, true),
        condition("nullif(p_key, 'a') IS NULL", "A", 0, false),
        condition("nullif(p_key, 'a ') IS NULL", "a", 0, false),
        condition("nullif(p_key, 'a') IS NULL", "a", 0, true),
        condition("CASE p_key WHEN 'a' THEN 1 WHEN 'A' THEN 2 END = 2", "A", 0, true));
  }

  @Test
  void placesAndLengthsOfTextsCountCharactersFromOne() {
    assertComputed(
        text("char_length(p_key)", "ä€\ud83d\ude00", 3L),
        text("octet_length(convert_to(p_key, 'UTF8'))", "ä€\ud83d\ude00", 9L),
        text("char_length(p_key)", "a  ", 3L),
        text("strpos(p_key, 'c')", "ä€c", 3L),
        text("strpos(p_key, 'B')", "abc", 0L),
        text("strpos(p_key, '')", "abc", 1L),
        text("strpos(p_key, 'a ')", "a", 0L),
        isText("substr(p_key, 2)", "abc", 0, "bc"),
        isText("substr(p_key, 2, 1)", "ä€\ud83d\ude00", 0, "€"),
        isText("substr(p_key, 0)", "abc", 0, "abc"),
        isText("substr(p_key, 0, 2)", "abc", 0, "a"),
        isText("substr(p_key, -1, 3)", "abc", 0, "a"),
        isText("substr(p_key, -5, 2)", "abc", 0, ""),
        isText("substr(p_key, 2, 0)", "abc", 0, ""),
        isText("substr(p_key, 5)", "abc", 0, ""),
        isText("substr(p_key, p_number)", "abc", -3, "abc"),
        isText("substr(p_key, p_number, 1000000000)", "abc", 2, "bc"),
        isText("substr(p_key, 1, p_number)", "abc", 2, "ab"),
        isText("substr(p_key, 1, p_number)", "abc", -1, "FAILED"),
        isText("substr(p_key, p_number)", "abc", 1_000_000_001, "FAILED"),
        isText("substr(p_key, p_number)", "abc", -1_000_000_001, "FAILED"),
        isText("substr(p_key, v_null)", "abc", 0, null),
        isText("substr(v_none, 1, 2)", "abc", 0, null));
  }

  /** Where the place is known, and where it isn't: MariaDB has two ways. */
  @Test
  void partsOfTextsStandBetweenSeparators() {
    assertComputed(
        isText("split_part(p_key, ' ', 1)", "a b c", 0, "a"),
        isText("split_part(p_key, ' ', 2)", "a b c", 0, "b"),
        isText("split_part(p_key, ' ', 3)", "a b c", 0, "c"),
        isText("split_part(p_key, ' ', 4)", "a b c", 0, ""),
        isText("split_part(p_key, ' ', 1)", "", 0, ""),
        isText("split_part(p_key, 'aa', 2)", "aaa", 0, "a"),
        isText("split_part(p_key, 'x', 2)", "aXbxc", 0, "c"),
        isText("split_part(p_key, ' ', p_number)", "a b c", 3, "c"),
        isText("split_part(p_key, ' ', p_number)", "a b c", 4, ""),
        isText("split_part(p_key, 'aa', p_number)", "aaa", 2, "a"),
        isText("split_part(p_key, ' ', p_number)", "a b c", 0, "FAILED"),
        isText("split_part(p_key, ' ', p_number)", "a b c", -1, "FAILED"),
        isText("split_part(p_key, '', 1)", "abc", 0, "abc"),
        isText("split_part(p_key, '', 2)", "abc", 0, ""),
        isText("split_part(p_key, concat('€', substr(v_none, 1, 9)), 2)", "a€b", 0, "b"),
        isText("split_part(p_key, substr(v_none, 1, 9), 2)", "abc", 0, null),
        isText("split_part(p_key, ' ', v_null)", "abc", 0, null));
  }

  @Test
  void textsAreJoinedAndPartsRemoved() {
    assertComputed(
        isText("concat(p_key, v_none, p_number, ' ', v_null)", "a ", -5, "a -5 "),
        isText("concat(v_none)", "", 0, ""),
        isText("replace(p_key, 'b', '')", "abcb", 0, "ac"),
        isText("replace(p_key, 'B', '')", "abcb", 0, "abcb"),
        isText("replace(p_key, '', '')", "abc", 0, "abc"),
        isText("replace(p_key, substr(v_none, 1, 9), '')", "abc", 0, null),
        isText("CAST(p_number AS text)", "", LEAST, "-9223372036854775808"),
        isText("CAST(v_null AS text)", "", 0, null),
        isText("coalesce(v_none, p_key, 'b')", "a", 0, "a"),
        isText("CASE WHEN p_key = 'b' THEN 'a' END", "a", 0, null));
  }

  @Test
  void onlyWhatIsTrueCounts() {
    assertComputed(
        condition("v_null = 1", "", 0, false),
        condition("NOT v_null = 1", "", 0, false),
        condition("v_null IS NULL", "", 0, true),
        condition("p_number IS NOT NULL", "", 0, true),
        condition("NOT (v_null = 1 AND p_number = 2)", "", 3, true),
        condition("NOT (v_null = 1 AND p_number = 2)", "", 2, false),
        condition("NOT (v_null = 1 OR p_number = 2)", "", 3, false),
        condition("v_null = 1 OR p_number = 2", "", 2, true),
        condition("p_number = 1 OR p_number = 2 AND v_null = 1", "", 1, true),
        condition("(p_number = 1 OR p_number = 2) AND v_null IS NULL", "", 2, true),
        condition("NOT NOT p_number < 3", "", 2, true),
        number("v_null + 1", 0, null),
        number("coalesce(v_null, p_number)", 5, 5L),
        number("nullif(p_number, 7)", 7, null),
        number("nullif(p_number, 7)", 8, 8L),
        number("CASE p_number WHEN 1 THEN 10 WHEN 2 THEN 20 END", 2, 20L),
        number("CASE p_number WHEN 1 THEN 10 WHEN 2 THEN 20 END", 3, null));
  }

  /** And what a server could compute beforehand isn't, either. */
  @Test
  void whatIsNotComeToDoesNotFail() {
    assertComputed(
        condition("p_number <> 0 AND 10 / p_number > 1", "", 0, false),
        condition("p_number = 0 OR 10 / p_number > 1", "", 0, true),
        condition("v_null = 1 AND 10 / p_number > 1", "", 0, false),
        condition("NOT (p_number = 0 OR 10 / p_number > 1)", "", 0, false),
        number("CASE WHEN 10 / p_number > 1 AND p_number <> 0 THEN 1 END", 0, Outcome.FAILED),
        number("coalesce(p_number, 10 / p_number)", 0, 0L),
        number("coalesce(v_null, 10 / p_number)", 0, Outcome.FAILED),
        number("CASE WHEN p_number > 0 THEN 1 ELSE CAST('x' AS bigint) END", 1, 1L),
        number("CASE WHEN p_number > 0 THEN 1 ELSE p_number / 0 END", 1, 1L),
        number(
            "CASE WHEN p_number > 0 THEN 1 ELSE char_length(substr('abc', 1, p_number - 2)) END",
            1,
            1L),
        number("CASE WHEN p_number > 0 THEN 1 ELSE CAST('x' AS bigint) END", 0, Outcome.FAILED),
        number("coalesce(p_number, CAST('x' AS bigint))", 1, 1L));
  }
}
