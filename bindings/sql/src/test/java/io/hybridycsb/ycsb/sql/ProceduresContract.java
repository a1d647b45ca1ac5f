package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.inThreads;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.Procedure.Parameter;
import io.hybridycsb.ycsb.support.Procedure.Type;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.SmallBank;
import io.hybridycsb.ycsb.workload.tpcc.Isolation;
import io.hybridycsb.ycsb.workload.tpcc.Tpcc;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.transactions.BothWays;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** What the bindings make of procedures. */
abstract class ProceduresContract extends TransactionsContract {
  private static final int THREADS = 8;
  private static final int CALLS_OF_THREAD = 25;

  /** Adds to a record's number as long as it stays below 1000; fails where there is none. */
  private Procedure add(String to) {
    return Procedure.of(
        "add_to_" + to,
        List.of(new Parameter("p_key", Type.TEXT), new Parameter("p_number", Type.NUMBER)),
        """
        DECLARE v_sum bigint;
        BEGIN
          SELECT CAST(convert_from(a, 'UTF8') AS bigint) + p_number INTO v_sum
            FROM %1$s WHERE ycsb_key = p_key;
          IF v_sum IS NULL THEN RAISE EXCEPTION 'there is no number'; END IF;
          IF v_sum >= 1000 THEN RETURN NULL; END IF;
          UPDATE %1$s SET a = convert_to(CAST(v_sum AS text), 'UTF8'), ycsb_version = ycsb_version + 1
            WHERE ycsb_key = p_key;
          RETURN v_sum;
        END
        """
            .formatted(to),
        """
        BEGIN
          DECLARE v_sum BIGINT;
          SELECT CAST(a AS SIGNED) + p_number INTO v_sum FROM %1$s WHERE ycsb_key = p_key FOR UPDATE;
          IF v_sum IS NULL THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'there is no number'; END IF;
          IF v_sum >= 1000 THEN RETURN NULL; END IF;
          UPDATE %1$s SET a = v_sum, ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key;
          RETURN v_sum;
        END
        """
            .formatted(to),
        Map.of(to, Set.of("a")));
  }

  private static Procedures procedures() {
    return Transactions.ofThread().procedures().orElseThrow();
  }

  static List<ProcedureResult> call(ProcedureCall... calls) {
    return procedures().call(List.of(calls));
  }

  @Test
  void callsTakeEffectOneAfterTheOtherAndReturnNumbers() {
    insert("user1", "a", "1", "b", "x");
    insert("user2", "a", "990");
    Procedure add = add(table);

    assertThat(call(add.call("user1", 2L), add.call("user1", 3L), add.call("user2", -1L)))
        .containsExactly(
            ProcedureResult.committed(3),
            ProcedureResult.committed(6),
            ProcedureResult.committed(989));
    assertThat(read("user1")).isEqualTo(Map.of("a", "6", "b", "x"));
    assertThat(begin().read(table, "user1").orElseThrow().version()).isEqualTo(3);
  }

  @Test
  void aCallThatFailsOrIsForbiddenChangesNothingAndStopsNoOther() {
    insert("user1", "a", "1");
    insert("user2", "a", "y");
    Procedure add = add(table);

    List<ProcedureResult> results =
        call(
            add.call("user1", 999L),
            add.call("none", 1L),
            add.call("user2", 1L),
            add.call("user1", 1L));
    assertThat(results.get(0)).isEqualTo(ProcedureResult.forbidden());
    assertThat(results.get(1)).isEqualTo(ProcedureResult.of(Status.BAD_REQUEST));
    assertThat(results.get(3)).isEqualTo(ProcedureResult.committed(2));
    assertThat(read("user1")).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void tablesAndColumnsAreMadeForAProcedure() {
    String absent = table + "_absent";
    assertThat(call(add(absent).call("user1", 1L)))
        .containsExactly(ProcedureResult.of(Status.BAD_REQUEST));

    insert("user1", "b", "x");
    assertThat(call(add(table).call("user1", 1L)))
        .containsExactly(ProcedureResult.of(Status.BAD_REQUEST));
    update("user1", "a", "1");
    assertThat(call(add(table).call("user1", 1L))).containsExactly(ProcedureResult.committed(2));
  }

  @Test
  void callsThatMeetLoseNothingWhoeverMakesTheProcedure() throws Exception {
    insert("user1", "a", "0");
    Procedure add = add(table);
    Queue<Status> statuses = new ConcurrentLinkedQueue<>();
    inThreads(
        THREADS,
        thread -> {
          SqlDb own = connected(Map.of());
          for (int i = 0; i < CALLS_OF_THREAD; i++) {
            statuses.add(call(add.call("user1", 1L)).get(0).status());
          }
          own.cleanup();
        });

    assertThat(statuses).contains(Status.OK).isSubsetOf(Status.OK, Statuses.ABORTED);
    long committed = statuses.stream().filter(Status::isOk).count();
    assertThat(read("user1")).isEqualTo(Map.of("a", Long.toString(committed)));
  }

  @Test
  void aCallThatAnotherTransactionIsInTheWayOfIsAborted() throws Exception {
    insert("user1", "a", "1");
    Procedure add = add(table);
    call(add.call("user1", 1L));
    reopen(Map.of("timeout.ms", SHORT_MS));
    try (Connection other = another()) {
      touch(other, "user1");
      assertThat(call(add.call("user1", 1L))).containsExactly(ProcedureResult.of(Statuses.ABORTED));
      other.rollback();
    }
    reopen(Map.of());
    assertThat(read("user1")).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void smallbankComesToTheSameRowsByProcedures() throws Exception {
    Map<String, String> bank = Map.of("recordcount", "5", "smallbank.overdraft", "0");
    new BothWays(new SmallBank(), bank).compare(unconnected(Map.of()), 300);
  }

  @Test
  void tpccsIsolationTestsPass() throws Exception {
    try (Isolation isolation =
        new Isolation(OrderLines.ROWS, unconnected(Map.of()), unconnected(Map.of()))) {
      isolation.check();
    }
  }

  @Test
  void tpccComesToTheSameRowsByProcedures() throws Exception {
    Map<String, String> scale =
        Map.of(
            "tpcc.order.lines",
            "rows",
            "tpcc.warehouses",
            "2",
            "tpcc.items",
            "40",
            "tpcc.customers",
            "10",
            "tpcc.order.status",
            "20",
            "tpcc.delivery",
            "20",
            "tpcc.stock.level",
            "20");
    new BothWays(new Tpcc(), scale).compare(unconnected(Map.of()), 300);
  }
}
