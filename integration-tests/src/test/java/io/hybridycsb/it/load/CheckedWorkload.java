package io.hybridycsb.it.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * YCSB's workloads on a cluster, with every record that is read checked against what was written.
 *
 * @param records how many are loaded
 * @param operations how many a run does
 * @param answers what an operation may answer while nothing fails
 */
public record CheckedWorkload(
    LocalCluster cluster, int records, int operations, Set<String> answers) {
  private static final Pattern RETURNS =
      Pattern.compile("\\[([A-Z-]+)], Return=([A-Z_]+), ([0-9]+)");

  /** The key of YCSB's first record: the hash of 0. */
  public static final String FIRST_KEY = "user6284781860667377211";

  public void load() {
    assertThat(returns("load", "workloada", Map.of()))
        .containsOnly(Map.entry("INSERT OK", (long) records));
  }

  /** Runs a workload, and requires of each operation that it had one of the answers. */
  public SortedMap<String, Long> run(String workload, Map<String, String> more) {
    SortedMap<String, Long> returns = returns("run", workload, more);
    assertThat(returns.keySet())
        .allMatch(status -> answers.contains(status.substring(status.indexOf(' ') + 1)));
    return returns;
  }

  /** Runs a workload that reads, and requires that every record was as it had been written. */
  public void runAndVerify(String workload, Map<String, String> more) {
    SortedMap<String, Long> returns = run(workload, more);
    assertThat(returns.get("VERIFY OK")).isEqualTo(returns.get("READ OK")).isPositive();
  }

  /**
   * Reads and updates, half of the time the first record, from several threads. What is read must
   * be as it was written, every operation must have an answer, and the first record must still have
   * ten fields.
   */
  public void runOnAHotRecord() {
    SortedMap<String, Long> returns =
        run(
            "workloada",
            Map.of(
                "requestdistribution", "hotspot",
                "hotspotdatafraction", Double.toString(1.5 / records),
                "hotspotopnfraction", "0.5"));
    assertThat(returns.get("VERIFY OK")).isEqualTo(returns.get("READ OK")).isPositive();
    assertThat(returns.get("UPDATE OK")).isPositive();
    long answers =
        returns.entrySet().stream()
            .filter(status -> status.getKey().matches("(READ|UPDATE) .*"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(answers).isEqualTo(operations);
    requireAllFieldsOfTheFirst();
  }

  /**
   * Updates the first record, a field at a time, from several threads; it must still have ten
   * fields, and every update an answer.
   *
   * @param updates how many
   */
  public void updateOneRecord(int updates) {
    SortedMap<String, Long> returns =
        run(
            "workloada",
            Map.of(
                "recordcount", "1",
                "readproportion", "0",
                "updateproportion", "1",
                "operationcount", Integer.toString(updates)));
    assertThat(returns.get("UPDATE OK")).isPositive();
    assertThat(returns.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(updates);
    requireAllFieldsOfTheFirst();
  }

  private void requireAllFieldsOfTheFirst() {
    Ended read = cluster.hybridOn("get", FIRST_KEY).requireSuccess();
    for (int field = 0; field < 10; field++) {
      assertThat(read.out()).contains("  field" + field + "=");
    }
  }

  /**
   * How often each operation returned each status, such as {@code READ OK}. The libraries in the
   * binding's jar say nothing.
   */
  public SortedMap<String, Long> returns(String phase, String workload, Map<String, String> more) {
    Ended ycsb =
        cluster.workload(phase, workload, properties(more)).requireSuccess().requireSilentLoggers();
    SortedMap<String, Long> returns = new TreeMap<>();
    Matcher matcher = RETURNS.matcher(ycsb.out());
    while (matcher.find()) {
      returns.put(matcher.group(1) + " " + matcher.group(2), Long.parseLong(matcher.group(3)));
    }
    return returns;
  }

  private Map<String, String> properties(Map<String, String> more) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("dataintegrity", "true");
    properties.put("recordcount", Integer.toString(records));
    properties.put("operationcount", Integer.toString(operations));
    properties.putAll(more);
    return properties;
  }
}
