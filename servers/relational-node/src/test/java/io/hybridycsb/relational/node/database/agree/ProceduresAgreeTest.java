package io.hybridycsb.relational.node.database.agree;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.TransactionResult;
import io.hybridycsb.relational.node.database.fixtures.Txns;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.RecordWrite;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random procedures, called with random arguments on random records. {@code
 * -Dprocedures.seeds=FROM..TO} tries these seeds, with a hundred procedures each.
 */
class ProceduresAgreeTest {
  private static final int SEEDS = 2;
  private static final int SEEDS_OF_A_CAMPAIGN = 100;
  private static final int ROUNDS = 10;
  private static final int PROCEDURES_OF_ROUND = 10;

  /** Of a procedure in a block. */
  private static final int CALLS = 3;

  @TempDir private static Path directory;

  private static ComparedDatabases databases;

  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);

  /** Those that stood in a procedure of which a call was OK. */
  private final Set<String> formsThatWorked = new TreeSet<>();

  private final Set<String> forms = new TreeSet<>();

  @BeforeAll
  static void startServers() throws Exception {
    databases = new ComparedDatabases(directory);
  }

  @AfterAll
  static void stopServers() throws Exception {
    databases.close();
  }

  @Test
  void everyProcedureComesToTheSameOnEveryDatabaseHoweverItIsSet() throws SQLException {
    String asked = System.getProperty("procedures.seeds");
    String[] range = (asked == null ? "1.." + SEEDS : asked).split("\\.\\.", 2);
    run(Long.parseLong(range[0]), Long.parseLong(range[range.length - 1]));
    if (asked == null) {
      requireVariety();
    }
  }

  @Test
  @Tag("campaign")
  @Tag("databases")
  void tenThousandProceduresComeToTheSame() throws SQLException {
    run(SEEDS + 1, SEEDS + SEEDS_OF_A_CAMPAIGN);
    requireVariety();
  }

  private void run(long from, long to) throws SQLException {
    for (long seed = from; seed <= to; seed++) {
      databases.beginEmpty();
      new Run(seed).run();
    }
  }

  /** Otherwise databases would agree over little. */
  private void requireVariety() {
    assertThat(formsThatWorked).isEqualTo(forms);
    assertThat(forms).hasSizeGreaterThan(50);
    int calls = outcomes.values().stream().mapToInt(each -> each).sum();
    assertThat(outcomes.keySet())
        .contains(Outcome.OK, Outcome.FAILED, Outcome.FORBIDDEN, Outcome.ABORTED);
    assertThat(outcomes.get(Outcome.OK)).isGreaterThan(calls / 4);
    assertThat(outcomes.get(Outcome.FAILED)).isGreaterThan(calls / 20);
  }

  /** What one seed decides. */
  private final class Run {
    private final long seed;
    private final RandomChoices choices;
    private final RandomValues values;
    private final List<String> tables = new ArrayList<>();
    private final Map<String, RandomProcedure> procedures = new TreeMap<>();
    private long height;
    private long number;

    private Run(long seed) {
      this.seed = seed;
      this.choices = new RandomChoices(seed);
      this.values = new RandomValues(choices);
    }

    private void run() {
      List<Call> definitions = new ArrayList<>();
      RandomProcedure.TABLES.forEach(
          (table, fields) ->
              definitions.add(
                  table(
                      unquoted(table), fields.stream().map(Run::unquoted).toArray(String[]::new))));
      block(definitions);
      RandomProcedure.TABLES.keySet().forEach(table -> tables.add(unquoted(table)));
      for (int round = 0; round < ROUNDS; round++) {
        block(newProcedures(round));
        block(calls());
      }
      RandomProcedure.TABLES.forEach(
          (table, fields) -> rows(unquoted(table), fields.stream().map(Run::unquoted).toList()));
    }

    private static String unquoted(String name) {
      return name.replace("\"", "");
    }

    private List<Call> newProcedures(int round) {
      procedures.clear();
      List<Call> definitions = new ArrayList<>();
      for (int i = 0; i < PROCEDURES_OF_ROUND; i++) {
        RandomProcedure procedure = RandomProcedure.make(choices);
        String name = "r%d_%d".formatted(round, i);
        procedures.put(name, procedure);
        forms.addAll(procedure.forms());
        definitions.add(definition(name, procedure));
      }
      return definitions;
    }

    private static Call definition(String name, RandomProcedure procedure) {
      Call.Builder call = Call.newBuilder();
      var definition = call.getDefinitionBuilder().getProcedureBuilder().setName(name);
      definition.setText(procedure.text());
      procedure
          .parameters()
          .forEach(
              (parameter, isNumber) ->
                  definition
                      .addParametersBuilder()
                      .setName(parameter)
                      .setType(isNumber ? Parameter.Type.NUMBER : Parameter.Type.TEXT));
      return call.build();
    }

    private List<Call> calls() {
      List<Call> calls = new ArrayList<>();
      procedures.forEach(
          (name, procedure) -> {
            for (int i = 0; i < CALLS; i++) {
              calls.add(choices.oneIn(2) ? putAll() : put());
              calls.add(
                  calling(
                      name,
                      procedure.parameters().values().stream()
                          .map(isNumber -> isNumber ? (Object) values.number() : values.text())
                          .toArray()));
            }
          });
      return calls;
    }

    /** Some records, so that procedures meet some. */
    private Call putAll() {
      RecordWrite[] puts = new RecordWrite[3];
      Arrays.setAll(puts, i -> put(choices.of(tables)));
      return records(puts);
    }

    private Call put() {
      if (choices.oneIn(8)) {
        return records(delete(choices.of(tables), values.key()));
      }
      return choices.oneIn(8)
          ? Txns.ifVersion(choices.of(tables), values.key(), 1, put(choices.of(tables)))
          : records(put(choices.of(tables)));
    }

    private RecordWrite put(String table) {
      RecordWrite.Builder write = RecordWrite.newBuilder().setTable(table).setKey(values.key());
      write.setKind(choices.oneIn(2) ? RecordWrite.Kind.PUT : RecordWrite.Kind.MERGE);
      RandomProcedure.TABLES.forEach(
          (name, fields) -> {
            if (unquoted(name).equals(table)) {
              for (String field : fields) {
                if (!choices.oneIn(3)) {
                  write.addFields(
                      Field.newBuilder().setName(unquoted(field)).setValue(values.field()));
                }
              }
            }
          });
      return write.build();
    }

    /** Executes a block of a transaction for each call, on all databases. */
    private void block(List<Call> calls) {
      List<BlockTransaction> transactions =
          calls.stream().map(call -> transaction(++number, call)).toList();
      height++;
      List<ExecutedBlock> blocks =
          databases.all().parallelStream()
              .map(each -> each.execute(height, transactions, tables))
              .toList();
      ExecutedBlock first = blocks.get(0);
      for (int at = 1; at < blocks.size(); at++) {
        compare(calls, first, blocks.get(at), at);
      }
      for (int i = 0; i < calls.size(); i++) {
        Outcome outcome = first.results().get(i).outcomes().get(0);
        if (!calls.get(i).hasDefinition()) {
          outcomes.merge(outcome, 1, Integer::sum);
        } else if (outcome != Outcome.OK) {
          throw new AssertionError(
              "seed %d: a procedure of the language is refused: %s\n%s"
                  .formatted(seed, first.results().get(i), text(calls.get(i))));
        }
        if (calls.get(i).hasProcedure() && outcome == Outcome.OK) {
          formsThatWorked.addAll(procedures.get(calls.get(i).getProcedure().getName()).forms());
        }
      }
    }

    /** For people: the procedure of a call or a definition, too. */
    private String text(Call call) {
      String name = call.getProcedure().getName() + call.getDefinition().getProcedure().getName();
      return call + (procedures.containsKey(name) ? "\n" + procedures.get(name).text() : "");
    }

    private void compare(List<Call> calls, ExecutedBlock first, ExecutedBlock other, int at) {
      String where = "seed %d, block %d: ".formatted(seed, height);
      String names = databases.all().get(0).name + " | " + databases.all().get(at).name + ": ";
      for (int i = 0; i < calls.size(); i++) {
        TransactionResult one = first.results().get(i);
        TransactionResult two = other.results().get(i);
        if (!one.outcomes().equals(two.outcomes()) || !one.values().equals(two.values())) {
          throw new AssertionError(
              where
                  + names
                  + result(one)
                  + " | "
                  + result(two)
                  + "\n"
                  + text(calls.get(i))
                  + again());
        }
      }
      assertThat(other.work()).as(where + names + "work").isEqualTo(first.work());
      if (!Arrays.equals(first.appHash(), other.appHash())) {
        RandomProcedure.TABLES.forEach(
            (table, fields) -> rows(unquoted(table), fields.stream().map(Run::unquoted).toList()));
        throw new AssertionError(
            where
                + names
                + "other effects, of the same rows in the end; the calls:\n"
                + calls
                + again());
      }
    }

    private static String result(TransactionResult result) {
      return "%s %s (%s)".formatted(result.outcomes(), result.values(), result.detail());
    }

    private String again() {
      return "\nTo see it again: ./mvnw -B -pl servers/relational-node -am test"
          + " -Dtest=ProceduresAgreeTest#everyProcedureComesToTheSameOnEveryDatabaseHoweverItIsSet"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dprocedures.seeds="
          + seed;
    }

    private void rows(String table, List<String> fields) {
      List<String> first = databases.all().get(0).rows(table, fields);
      for (ComparedDatabase each : databases.all()) {
        assertThat(each.rows(table, fields))
            .as("seed %d, the rows of %s after block %d", seed, each.name, height)
            .isEqualTo(first);
      }
    }
  }
}
