package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What statements of the language of procedures mean, on every database. */
abstract class StatementsContract extends DatabaseContract {
  StatementsContract(TestDatabase on) {
    super(on);
  }

  /** Defines a procedure {@code p} beside the table {@code t}, and the record {@code k}. */
  private void define(String text) {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a", "b"), procedure("p", text)),
            transaction(2, records(put("t", "k", "a", "1", "b", "2"))));
    assertThat(block.results().get(0).detail()).isEmpty();
  }

  private TransactionResult call(long height, Object... keysAndNumbers) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < keysAndNumbers.length; i += 2) {
      calls.add(calling("p", keysAndNumbers[i], keysAndNumbers[i + 1]));
    }
    return block(height, transaction(height + 2, calls.toArray(Call[]::new))).results().get(0);
  }

  @Test
  void selectMakesItsVariablesNullWhereThereIsNoRecord() {
    define(
        """
        DECLARE
          v_a bigint;
          v_b varchar(16383);
          v_one bigint;
        BEGIN
          v_a := 5;
          v_b := 'x';
          v_one := 7;
          SELECT CAST(convert_from(a, 'UTF8') AS bigint), convert_from(b, 'UTF8'), 1
            INTO v_a, v_b, v_one FROM t WHERE ycsb_key = p_key FOR UPDATE;
          RETURN coalesce(v_a, 100) + coalesce(char_length(v_b), 200) + coalesce(v_one, 400);
        END
        """);
    assertThat(call(2, "k", 0L, "none", 0L, "k ", 0L, "K", 0L).values())
        .containsExactly(3L, 700L, 700L, 700L);
  }

  @Test
  void updateAssignsWhatWasThereBefore() throws Exception {
    define(
        """
        BEGIN
          UPDATE t SET a = b, b = convert_to(concat(convert_from(a, 'UTF8'), p_number), 'UTF8'),
              ycsb_version = ycsb_version + 1
            WHERE ycsb_key = p_key;
          RETURN 1;
        END
        """);
    assertThat(call(2, "k", 9L, "none", 9L).outcomes()).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).isEqualTo("2.0 {a=2, b=19}");
    assertThat(read("t", "none")).isEmpty();
  }

  @Test
  void updateComputesItsValuesWhetherOrNotThereIsARecord() throws Exception {
    define(
        """
        BEGIN
          UPDATE t SET
              a = convert_to(CAST(CAST(convert_from(a, 'UTF8') AS bigint) + 10 / p_number AS text), 'UTF8')
            WHERE ycsb_key = p_key;
          RETURN 1;
        END
        """);
    assertThat(call(2, "k", 5L, "none", 5L, "k", 0L, "none", 0L).outcomes())
        .containsExactly(Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.FAILED);
    assertThat(read("t", "k")).contains("a=3");
  }

  @Test
  void insertFailsForAKeyThatIsThereIsNullOrIsTooLong() throws Exception {
    define(
        """
        DECLARE
          v_none varchar(16383);
        BEGIN
          INSERT INTO t (ycsb_key, ycsb_version, b)
            VALUES (CASE WHEN p_number = 0 THEN p_key ELSE v_none END, 1, convert_to('x', 'UTF8'));
          RETURN 1;
        END
        """);
    String longest = "ä".repeat(255);
    assertThat(
            call(2, "new", 0L, "k", 0L, "", 1L, longest, 0L, longest + " ", 0L, "k ", 0L, "K", 0L)
                .outcomes())
        .containsExactly(
            Outcome.OK,
            Outcome.FAILED,
            Outcome.FAILED,
            Outcome.OK,
            Outcome.FAILED,
            Outcome.OK,
            Outcome.OK);
    assertThat(read("t", "new")).isEqualTo("2.0 {b=x}");
    assertThat(read("t", longest)).isEqualTo("2.3 {b=x}");
  }

  @Test
  void deleteRemovesARecordIfItIsThere() throws Exception {
    define("BEGIN DELETE FROM t WHERE ycsb_key = p_key; RETURN 1; END");
    assertThat(call(2, "none", 0L, "K", 0L, "k ", 0L).outcomes()).containsOnly(Outcome.OK);
    assertThat(read("t", "k")).isNotEmpty();
    call(3, "k", 0L);
    assertThat(read("t", "k")).isEmpty();
  }

  @Test
  void aTextThatDoesNotFitItsVariableFailsBlanksToo() {
    define(
        """
        DECLARE
          v_a varchar(16383);
        BEGIN
          v_a := p_key;
          RETURN char_length(v_a);
        END
        """);
    TransactionResult result =
        call(2, "ä".repeat(16_383), 0L, "ä".repeat(16_384), 0L, "x" + " ".repeat(16_383), 0L);
    assertThat(result.outcomes()).containsExactly(Outcome.OK, Outcome.FAILED, Outcome.FAILED);
    assertThat(result.values().get(0)).isEqualTo(16_383);
  }

  /** What can fail is computed before its statement: two ways. */
  @Test
  void aKeyOfAMillionBytesNamesNoRecord() throws Exception {
    String keys =
        """
        DECLARE
          v_n bigint;
        BEGIN
          SELECT 1 INTO v_n FROM t WHERE ycsb_key = concat(%1$s);
          UPDATE t SET a = b, ycsb_version = ycsb_version + 1 WHERE ycsb_key = concat(%1$s);
          DELETE FROM t WHERE ycsb_key = concat(%1$s);
          RETURN coalesce(v_n, 5);
        END
        """;
    String joined = ", p_key".repeat(13);
    block(
        1,
        transaction(
            1,
            table("t", "a", "b"),
            procedure("plain", keys.formatted("p_key" + joined)),
            procedure("checked", keys.formatted("substr(p_key, p_number)" + joined))),
        transaction(2, records(put("t", "k"))));
    String most = "k" + "ä".repeat(32_767);
    ExecutedBlock block =
        block(2, transaction(3, calling("plain", most, 1L), calling("checked", most, 1L)));
    assertThat(block.results().get(0).detail()).isEmpty();
    assertThat(block.results().get(0).values()).containsExactly(5L, 5L);
    assertThat(read("t", "k")).startsWith("1.");
  }

  /** A field alone, and as part of more: MariaDB has two ways. */
  @Test
  void onlyUtf8IsMadeATextOfBytes() {
    for (String value : List.of("a", "coalesce(a, b)")) {
      close();
      open(Rules.Failure.TRANSACTION);
      String name = value.equals("a") ? "one" : "two";
      long height = value.equals("a") ? 1 : 3;
      block(
          height,
          transaction(
              height,
              table("t", "a", "b"),
              procedure(
                  name,
                  "DECLARE v_a varchar(16383); BEGIN SELECT convert_from(%s, 'UTF8') INTO v_a FROM t WHERE ycsb_key = p_key; RETURN char_length(v_a); END"
                      .formatted(value))));
      List<String> valid = List.of("41", "7f", "c3a9", "ed9fbf", "ee8080", "efbfbf", "f09f9880");
      List<String> invalid =
          List.of(
              "00",
              "4100",
              "80",
              "ff",
              "c080",
              "c3",
              "e282",
              "eda080",
              "edbfbf",
              "f4908080",
              "f8888080",
              "410041ff");
      List<Call> calls = new ArrayList<>();
      for (String bytes : valid) {
        calls.add(raw(bytes));
        calls.add(calling(name, bytes, 0L));
      }
      for (String bytes : invalid) {
        calls.add(raw(bytes));
        calls.add(calling(name, bytes, 0L));
      }
      List<Outcome> outcomes =
          block(height + 1, transaction(height + 1, calls.toArray(Call[]::new)))
              .results()
              .get(0)
              .outcomes();
      for (int i = 0; i < valid.size() + invalid.size(); i++) {
        assertThat(outcomes.get(2 * i + 1))
            .as(i < valid.size() ? valid.get(i) : invalid.get(i - valid.size()))
            .isEqualTo(i < valid.size() ? Outcome.OK : Outcome.FAILED);
      }
    }
  }

  /** A record whose field has these bytes, which its key is, too. */
  private static Call raw(String hex) {
    return records(
        put("t", hex).toBuilder()
            .addFields(
                Field.newBuilder()
                    .setName("a")
                    .setValue(ByteString.copyFrom(HexFormat.of().parseHex(hex))))
            .build());
  }

  @Test
  void branchesAndLoopsAreTakenInOrder() {
    define(
        """
        DECLARE
          v_sum bigint;
        BEGIN
          v_sum := 0;
          FOR v_i IN 1 .. 3 LOOP
            FOR v_j IN 1 .. 4 LOOP
              IF v_i * v_j = p_number THEN
                v_sum := v_sum + 100;
              ELSIF 12 / (v_i * v_j - p_number) > 0 THEN
                v_sum := v_sum + 1;
              ELSE
                v_sum := v_sum - 1;
              END IF;
              IF v_sum > 150 THEN
                RAISE EXCEPTION 'it''s too much';
              END IF;
            END LOOP;
          END LOOP;
          FOR v_i IN 1 .. 1 LOOP
            v_sum := v_sum * v_i;
          END LOOP;
          RETURN v_sum;
        END
        """);
    TransactionResult result = call(2, "", 12L, "", 1000L, "", 4L);
    assertThat(result.outcomes()).containsExactly(Outcome.OK, Outcome.OK, Outcome.FAILED);
    assertThat(result.values()).containsExactly(89L, -12L, 0L);
    assertThat(result.detail()).contains("it's too much");
  }

  /** PostgreSQL plans a statement for each of its first five calls, with the values that it has. */
  @Test
  void aCallComesToTheSameHoweverOftenItHasCome() {
    define(
        """
        DECLARE
          v_a bigint;
        BEGIN
          SELECT CASE WHEN octet_length(a) > 1 THEN 10 / p_number ELSE 0 END INTO v_a
            FROM t WHERE ycsb_key = p_key;
          UPDATE t SET b = CASE WHEN octet_length(a) > 1 THEN convert_to(CAST(10 / p_number AS text), 'UTF8') END
            WHERE ycsb_key = p_key;
          RETURN v_a;
        END
        """);
    for (long height = 2; height < 14; height++) {
      assertThat(call(height, "k", 0L).outcomes()).containsExactly(Outcome.OK);
    }
  }

  /** Names that are words of a database, or of the emitters' own variables. */
  @Test
  void namesOfTablesAndFieldsMayBeAny() throws Exception {
    String text =
        """
        DECLARE
          v_a bigint;
        BEGIN
          INSERT INTO "order" (ycsb_key, ycsb_version, "select", "v_a", "p_key", "b-c", "Found")
            VALUES (p_key, 1, convert_to('7', 'UTF8'), convert_to('8', 'UTF8'),
                convert_to('9', 'UTF8'), convert_to('x', 'UTF8'), convert_to('y', 'UTF8'));
          SELECT CAST(convert_from("v_a", 'UTF8') AS bigint) INTO v_a
            FROM "order" WHERE ycsb_key = p_key;
          UPDATE "order" SET "p_key" = "select", "Found" = "v_a" WHERE ycsb_key = p_key;
          RETURN v_a;
        END
        """;
    ExecutedBlock block =
        block(
            1,
            transaction(
                1,
                table("order", "select", "v_a", "p_key", "b-c", "Found"),
                procedure("p", text),
                calling("p", "k", 0L)));
    assertThat(block.results().get(0).detail()).isEmpty();
    assertThat(block.results().get(0).values()).endsWith(8L);
    assertThat(read("order", "k")).isEqualTo("1.2 {Found=8, b-c=x, p_key=7, select=7, v_a=8}");
  }

  @Test
  void aFieldMayHaveTheNameOfWhatADatabaseHasItself() {
    String names = "found, sqlstate, sqlerrm, tg_op, row_bytes, hashes, p, t";
    String text =
        """
        DECLARE
          v_n bigint;
        BEGIN
          UPDATE t SET found = convert_to(concat(convert_from(found, 'UTF8'), 'x'), 'UTF8')
            WHERE ycsb_key = p_key;
          SELECT %s INTO v_n FROM t WHERE ycsb_key = p_key;
          RETURN v_n;
        END
        """
            .formatted(
                Stream.of(names.split(", "))
                    .map("octet_length(%s)"::formatted)
                    .collect(Collectors.joining(" + ")));
    String[] fields =
        Stream.of(names.split(", ")).flatMap(name -> Stream.of(name, "12")).toArray(String[]::new);
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", names.split(", ")), procedure("p", text)),
            transaction(2, records(put("t", "k", fields))),
            transaction(3, calling("p", "k", 1L)));
    assertThat(block.results()).extracting(TransactionResult::detail).containsOnly("");
    assertThat(block.results().get(2).values()).containsExactly(17L);
  }

  @Test
  void insertOfAnEmptyKeyFails() {
    define("BEGIN INSERT INTO t (ycsb_key, ycsb_version) VALUES (p_key, 1); RETURN 1; END");
    assertThat(call(2, "", 1L, " ", 1L).outcomes()).containsExactly(Outcome.FAILED, Outcome.OK);
  }

  /** As deep as the language allows. */
  @Test
  void whatStandsInEachOtherFitsIntoADatabase() {
    String divided = "p_number" + " / p_number".repeat(31);
    String parted =
        "split_part(".repeat(17) + "p_key" + ", substr(p_key, 2, 1), p_number)".repeat(17);
    String cases =
        "CASE WHEN p_number % p_number > 0 THEN 1 ELSE abs(".repeat(8)
            + "p_number"
            + " - p_number".repeat(20)
            + ") END".repeat(8);
    define(
        "BEGIN IF %s = 1 THEN RETURN char_length(%s) + %s; END IF; RETURN 0; END"
            .formatted(divided, parted, cases));
    assertThat(call(2, "kx", 1L).values()).containsExactly(20L);
  }

  /** Their bytes are counted in one sum. */
  @Test
  void aStatementMayUseAllFieldsOfATable() {
    List<String> fields =
        IntStream.range(0, Definitions.FIELDS_MAX).mapToObj("f%d"::formatted).toList();
    String text =
        "DECLARE v_a bigint; v_b bigint; v_c bigint; BEGIN SELECT %s, %s, %s INTO v_a, v_b, v_c FROM t WHERE ycsb_key = p_key; RETURN v_a + v_b + v_c; END"
            .formatted(
                lengths(fields.subList(0, 48)),
                lengths(fields.subList(48, 96)),
                lengths(fields.subList(96, fields.size())));
    String[] values = fields.stream().flatMap(name -> Stream.of(name, "12")).toArray(String[]::new);
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", fields.toArray(String[]::new)), procedure("p", text)),
            transaction(2, records(put("t", "k", values))),
            transaction(3, calling("p", "k", 1L)));
    assertThat(block.results()).extracting(TransactionResult::detail).containsOnly("");
    assertThat(block.results().get(2).values()).containsExactly(2L * Definitions.FIELDS_MAX);
  }

  private static String lengths(List<String> fields) {
    return fields.stream().map("octet_length(%s)"::formatted).collect(Collectors.joining(" + "));
  }
}
