package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.definition.CallFailed;
import io.hybridycsb.relational.node.definition.DefinedProcedures;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.workload.SmallBank;
import io.hybridycsb.ycsb.workload.tpcc.Tpcc;
import io.hybridycsb.ycsb.workload.transactions.BothWays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The figures on the page of relational-tm. */
class WorkOfWorkloadsTest {
  private static final int CALLS = 300;

  private static Definitions defined(Procedure procedure) throws CallFailed {
    Definitions definitions = Definitions.NONE;
    for (String table : procedure.tables().keySet()) {
      definitions = definitions.with(table, procedure.tables().get(table));
    }
    return definitions.with(WorkloadsContract.definition(procedure).getDefinition());
  }

  /** Units of a call of each procedure, by its name without its text's hash. */
  private static SortedMap<String, Long> units(BothWays workload) throws CallFailed {
    SortedMap<String, Long> units = new TreeMap<>();
    for (int i = 0; i < CALLS; i++) {
      Procedure procedure = workload.nextCall().procedure();
      Definitions definitions = defined(procedure);
      Call.Builder call = Call.newBuilder();
      call.getProcedureBuilder().setName(procedure.name());
      units.put(
          procedure.name().replaceFirst("_[0-9a-f]{8}$", ""), Work.of(call.build(), definitions));
    }
    return units;
  }

  @Test
  void aTransactionOfSmallbankIsAFewHundredUnits() throws CallFailed {
    SortedMap<String, Long> units =
        units(new BothWays(new SmallBank(), Map.of("recordcount", "5")));
    assertThat(Collections.min(units.values())).isEqualTo(76);
    assertThat(Collections.max(units.values())).isEqualTo(279);
  }

  @Test
  void aTransactionOfTpccIsAThousandUnitsOrMore() throws CallFailed {
    Map<String, String> often =
        Map.of("tpcc.order.status", "20", "tpcc.delivery", "20", "tpcc.stock.level", "20");
    SortedMap<String, Long> units = units(new BothWays(new Tpcc(), often));
    assertThat(units)
        .containsEntry("tpcc_new_order", 8_856L)
        .containsEntry("tpcc_payment", 1_397L)
        .containsEntry("tpcc_delivery", 19_963L)
        .containsEntry("tpcc_stock_level", 49_331L);
  }

  @Test
  void tenTimesAllProceduresOfTheWorkloadsFitIntoADatabasesMemory() throws CallFailed {
    Map<String, Procedure> procedures = new TreeMap<>();
    Map<String, String> often =
        Map.of("tpcc.order.status", "20", "tpcc.delivery", "20", "tpcc.stock.level", "20");
    for (BothWays workload :
        List.of(
            new BothWays(new SmallBank(), Map.of("recordcount", "5")),
            new BothWays(new Tpcc(), often))) {
      for (int i = 0; i < CALLS; i++) {
        Procedure procedure = workload.nextCall().procedure();
        procedures.put(procedure.name(), procedure);
      }
    }
    assertThat(procedures).hasSize(11);
    long memory = 0;
    for (Procedure procedure : procedures.values()) {
      memory += defined(procedure).procedures().find(procedure.name()).orElseThrow().memory();
    }
    assertThat(10 * memory).isLessThan(DefinedProcedures.MEMORY_MAX);
  }
}
