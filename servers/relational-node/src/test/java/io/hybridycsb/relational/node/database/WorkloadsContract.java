package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.workload.SmallBank;
import io.hybridycsb.ycsb.workload.tpcc.Tpcc;
import io.hybridycsb.ycsb.workload.transactions.BothWays;
import io.hybridycsb.ycsb.workload.transactions.Population.NewRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What workloads call is taken, and comes to the same on all databases. */
abstract class WorkloadsContract extends DatabaseContract {
  private static final String GOLDEN_OF_SMALLBANK =
      "172425679ef9c9b29d146b6a6fe41d446414ec359d1d8bfac904b2d00237c2a4";

  WorkloadsContract(TestDatabase on) {
    super(on);
  }

  @Test
  void smallbankComesToTheSameOnEveryDatabase() {
    run(new BothWays(new SmallBank(), Map.of("recordcount", "5")));
    assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(GOLDEN_OF_SMALLBANK);
  }

  /** What its rows are, tests of the bindings compare; its load has times in it. */
  @Test
  void tpccIsTaken() {
    Map<String, String> scale =
        Map.of(
            "tpcc.order.lines", "rows",
            "tpcc.items", "20",
            "tpcc.customers", "10",
            "tpcc.order.status", "20",
            "tpcc.delivery", "20",
            "tpcc.stock.level", "20");
    run(new BothWays(new Tpcc(), scale));
  }

  /** Its population, and three hundred calls of its procedures in blocks of a hundred. */
  private void run(BothWays workload) {
    List<Call> load = new ArrayList<>();
    Map<String, Set<String>> tables = new TreeMap<>();
    for (NewRecord made : workload.population()) {
      tables.computeIfAbsent(made.table(), table -> new HashSet<>()).addAll(made.fields().keySet());
      RecordWrite.Builder write =
          RecordWrite.newBuilder().setTable(made.table()).setKey(made.key());
      made.fields()
          .forEach(
              (name, value) ->
                  write.addFields(
                      Field.newBuilder().setName(name).setValue(ByteString.copyFrom(value))));
      load.add(records(write.build()));
    }
    Set<String> defined = new HashSet<>();
    List<Call> definitions = new ArrayList<>();
    tables.forEach((table, names) -> definitions.add(table(table, names.toArray(String[]::new))));
    List<BlockTransaction> calls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      ProcedureCall call = workload.nextCall();
      if (defined.add(call.procedure().name())) {
        call.procedure()
            .tables()
            .forEach((table, names) -> definitions.add(table(table, names.toArray(String[]::new))));
        definitions.add(definition(call.procedure()));
      }
      calls.add(transaction(i + 3, calling(call.procedure().name(), call.arguments().toArray())));
    }
    ExecutedBlock begun =
        block(
            1,
            transaction(1, definitions.toArray(Call[]::new)),
            transaction(2, load.toArray(Call[]::new)));
    assertThat(begun.results().get(0).detail()).isEmpty();
    assertThat(outcomes(begun)).containsOnly(Outcome.OK);
    for (int from = 0; from < calls.size(); from += 100) {
      ExecutedBlock block =
          block(2 + from, calls.subList(from, from + 100).toArray(BlockTransaction[]::new));
      assertThat(outcomes(block)).contains(Outcome.OK).isSubsetOf(Outcome.OK, Outcome.FORBIDDEN);
    }
  }

  /** Defines a workload's procedure. */
  static Call definition(Procedure procedure) {
    Call.Builder call = Call.newBuilder();
    call.getDefinitionBuilder()
        .getProcedureBuilder()
        .setName(procedure.name())
        .setText(procedure.postgresql());
    for (Procedure.Parameter parameter : procedure.parameters()) {
      boolean isNumber = parameter.type() == Procedure.Type.NUMBER;
      call.getDefinitionBuilder()
          .getProcedureBuilder()
          .addParametersBuilder()
          .setName(parameter.name())
          .setType(isNumber ? Parameter.Type.NUMBER : Parameter.Type.TEXT);
    }
    return call.build();
  }
}
