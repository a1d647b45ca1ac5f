package io.hybridycsb.it.load;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.ycsb.YcsbHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * YCSB's own operations in the background. Every run reads and updates a few records, so that
 * operations contend, and inserts new ones, none of them twice.
 */
public final class YcsbLoad extends BackgroundYcsb {
  /** Few, so that operations contend; more than threads, so that most updates commit. */
  private static final int RECORDS = 40;

  /** Enough that a block has several operations, and that some wait while others go on. */
  private static final String THREADS = "16";

  private final String name;
  private final Map<String, String> properties;
  private final int operations;
  private final int operationsPerSecond;
  private final String threads;
  private volatile int records = RECORDS;

  /**
   * @param name of the load, which is also its table
   * @param properties further ones for YCSB
   * @param operations of each run
   * @param operationsPerSecond of each run, at most
   */
  public YcsbLoad(
      LocalCluster cluster,
      String name,
      Map<String, String> properties,
      int operations,
      int operationsPerSecond)
      throws IOException {
    super(cluster);
    this.name = name;
    this.properties = properties;
    this.operations = operations;
    this.operationsPerSecond = operationsPerSecond;
    this.threads =
        properties.getOrDefault(
            "threadcount", cluster.patience().getOrDefault("threadcount", THREADS));
  }

  @Override
  protected void load() {
    ycsb("load", properties, Map.of("recordcount", Integer.toString(RECORDS)));
  }

  @Override
  protected void run() {
    Path history =
        ycsb(
            "run",
            properties,
            Map.ofEntries(
                Map.entry("recordcount", Integer.toString(records)),
                Map.entry("insertcount", Integer.toString(RECORDS)),
                Map.entry("operationcount", Integer.toString(operations)),
                Map.entry("target", Integer.toString(operationsPerSecond)),
                Map.entry("threadcount", threads),
                Map.entry("requestdistribution", "uniform"),
                Map.entry("readproportion", "0.4"),
                Map.entry("updateproportion", "0.4"),
                Map.entry("insertproportion", "0.2")));
    records += (int) YcsbHistory.of(List.of(history)).inserts();
  }

  private Path ycsb(String phase, Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>();
    all.put("table", name);
    all.put("fieldcount", "3");
    all.put("fieldlength", "20");
    all.putAll(some);
    all.putAll(more);
    return ycsb(phase, "workloada", all);
  }

  /** Reads every record once, after {@link #stop}; returns the history of that. */
  public Path readAll(Map<String, String> reader) {
    Map<String, String> all = new TreeMap<>(properties);
    all.putAll(reader);
    String count = Integer.toString(records);
    return ycsb(
        "run",
        all,
        Map.of(
            "recordcount", count,
            "operationcount", count,
            "requestdistribution", "sequential",
            "readproportion", "1",
            "updateproportion", "0"));
  }
}
