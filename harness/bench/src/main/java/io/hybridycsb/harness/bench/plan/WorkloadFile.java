package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;

/**
 * A file of YCSB's properties in workloads/.
 *
 * @param name the file's
 * @param properties of YCSB
 */
public record WorkloadFile(String name, Properties properties) {
  /** All of YCSB's own run on the records that this one loads. */
  static final String RECORDS = "workloada";

  private static final String CLASS = "workload";
  private static final String CORE = "site.ycsb.workloads.CoreWorkload";

  /** Those of ours that verify by totals what is left of a run. */
  private static final Set<String> WITH_INVARIANT =
      Set.of(
          "io.hybridycsb.ycsb.workload.SmallBank",
          "io.hybridycsb.ycsb.workload.ClosedEconomy",
          "io.hybridycsb.ycsb.workload.MultiOperation",
          "io.hybridycsb.ycsb.workload.tpcc.Tpcc");

  /**
   * @throws UsageException if it can't be read
   */
  public static WorkloadFile read(Path file) {
    Properties properties = new Properties();
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      properties.load(text);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
    return new WorkloadFile(file.getFileName().toString(), properties);
  }

  /** Whether it is one of our workloads of transactions. */
  public boolean isOfTransactions() {
    return !properties.getProperty(CLASS, CORE).equals(CORE);
  }

  /** Whether it verifies by its totals what is left of a run. */
  public boolean hasInvariant() {
    return WITH_INVARIANT.contains(properties.getProperty(CLASS, CORE));
  }

  /** The file whose records have to be loaded for it. */
  String loads() {
    return isOfTransactions() ? name : RECORDS;
  }
}
