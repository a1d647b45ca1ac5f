package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.ycsb.YcsbReport;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YCSB's workloads, with every record that is read checked against what was written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WorkloadTests {
  private static final Pattern RETURNS =
      Pattern.compile("\\[([A-Z-]+)], Return=([A-Z_]+), ([0-9]+)");

  /** The class's cluster, registered as an extension by the subclass. */
  protected abstract LocalCluster cluster();

  /** How many records there are. */
  protected int records() {
    return 400;
  }

  /** How many operations each test does, about. */
  protected int operations() {
    return 1_500;
  }

  /** What an operation may answer while nothing fails. */
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED");
  }

  /** Properties with which what one thread has inserted is there for every other. */
  protected Map<String, String> insertsForOthers() {
    return Map.of();
  }

  private Map<String, String> properties(Map<String, String> more) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("dataintegrity", "true");
    properties.put("recordcount", Integer.toString(records()));
    properties.put("operationcount", Integer.toString(operations()));
    properties.putAll(more);
    return properties;
  }

  /** How often each operation returned each status, such as {@code READ OK}. */
  private static SortedMap<String, Long> returns(Ended ycsb) {
    SortedMap<String, Long> returns = new TreeMap<>();
    Matcher matcher = RETURNS.matcher(ycsb.requireSuccess().out());
    while (matcher.find()) {
      returns.put(matcher.group(1) + " " + matcher.group(2), Long.parseLong(matcher.group(3)));
    }
    return returns;
  }

  @BeforeAll
  void load() {
    Ended load = cluster().workload("load", "workloada", properties(Map.of()));
    assertThat(returns(load)).containsOnly(Map.entry("INSERT OK", (long) records()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadd", "workloadf"})
  void everyRecordReadIsAsItWasWritten(String workload) {
    SortedMap<String, Long> returns =
        returns(cluster().workload("run", workload, properties(propertiesOf(workload))));

    assertThat(returns.get("VERIFY OK")).isEqualTo(returns.get("READ OK")).isPositive();
    assertThat(returns.keySet())
        .allMatch(status -> answers().contains(status.substring(status.indexOf(' ') + 1)));
  }

  /** Workload D reads what has just been inserted, the others what was there before. */
  private Map<String, String> propertiesOf(String workload) {
    return workload.equals("workloadd") ? insertsForOthers() : Map.of();
  }

  @Test
  protected void everyScanSucceeds() {
    SortedMap<String, Long> returns =
        returns(cluster().workload("run", "workloade", properties(Map.of())));

    assertThat(returns.get("SCAN OK")).isGreaterThan(operations() / 2);
    assertThat(returns.keySet())
        .allMatch(status -> answers().contains(status.substring(status.indexOf(' ') + 1)));
  }

  @Test
  void aRecordOfTenFieldsStaysOneAfterUpdates() {
    Map<String, String> updates = Map.of("readproportion", "0", "updateproportion", "1");
    Map<String, String> onOneRecord = Map.of("recordcount", "1", "table", "ten");
    cluster().workload("load", "workloada", properties(onOneRecord)).requireSuccess();
    Map<String, String> all = new TreeMap<>(onOneRecord);
    all.putAll(updates);
    SortedMap<String, Long> returns =
        returns(cluster().workload("run", "workloada", properties(all)));
    assertThat(returns.get("UPDATE OK")).isPositive();

    Ended read = cluster().hybridOn("get", "--table", "ten", FIRST_KEY).requireSuccess();
    for (int field = 0; field < 10; field++) {
      assertThat(read.out()).contains("  field" + field + "=");
    }
  }

  /** The key of YCSB's first record: the hash of 0. */
  protected static final String FIRST_KEY = "user6284781860667377211";

  @Test
  void concurrentUpdatesOfOneRecordAllHaveAnAnswer() {
    YcsbReport report =
        YcsbReport.parse(
            cluster()
                .workload(
                    "run",
                    "workloada",
                    properties(
                        Map.of("recordcount", "1", "readproportion", "0", "updateproportion", "1")))
                .requireSuccess()
                .out());

    assertThat(report.committed()).isPositive();
    assertThat(report.uncommitted().keySet()).isSubsetOf(answers());
    long others = report.uncommitted().values().stream().mapToLong(Long::longValue).sum();
    assertThat(report.committed() + others).isEqualTo(operations());
  }

  @Test
  void aMissingRecordIsNotFoundAndNoError() {
    SortedMap<String, Long> returns =
        returns(
            cluster()
                .workload(
                    "run",
                    "workloadc",
                    properties(Map.of("table", "empty", "dataintegrity", "false"))));

    assertThat(returns).containsOnly(Map.entry("READ NOT_FOUND", (long) operations()));
  }
}
