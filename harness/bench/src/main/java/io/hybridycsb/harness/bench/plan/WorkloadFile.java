package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file of YCSB's properties.
 *
 * @param name the file's in workloads/; an absolute path if it is elsewhere
 * @param byLetter whether it is one of YCSB's six by its letter, with keys as the papers have them
 * @param properties of YCSB
 */
public record WorkloadFile(String name, boolean byLetter, Properties properties) {
  /** All of YCSB's own run on the records that this one loads. */
  static final String RECORDS = "workloada";

  static final String DISTRIBUTION = "requestdistribution";
  static final String INSERTS = "insertproportion";

  private static final String CLASS = "workload";
  private static final String CORE = "site.ycsb.workloads.CoreWorkload";

  /** What every file of YCSB has, and every experiment sets. */
  private static final Set<String> SET_ANYWAY = Set.of(CLASS, "operationcount", "recordcount");

  /** It replays what was recorded, on YCSB's own records. */
  private static final String TRACE = "io.hybridycsb.ycsb.workload.load.TraceWorkload";

  /** Those of ours that verify by totals what is left of a run. */
  private static final Set<String> WITH_INVARIANT =
      Set.of(
          "io.hybridycsb.ycsb.workload.SmallBank",
          "io.hybridycsb.ycsb.workload.ClosedEconomy",
          "io.hybridycsb.ycsb.workload.MultiOperation",
          "io.hybridycsb.ycsb.workload.tpcc.Tpcc");

  /**
   * The file that a setting names: a letter, a file in workloads/, or else a path.
   *
   * @return empty if there is none
   */
  static Optional<WorkloadFile> find(String setting, Path workloads) {
    boolean letter = setting.matches("[a-fA-F]");
    String name = letter ? "workload" + setting.toLowerCase(Locale.ROOT) : setting;
    Path released = workloads.resolve(name).toAbsolutePath().normalize();
    Path path = Files.isRegularFile(released) ? released : Path.of(name).toAbsolutePath();
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    boolean isReleased = path.startsWith(workloads.toAbsolutePath().normalize());
    String shown =
        isReleased
            ? workloads.toAbsolutePath().normalize().relativize(path).toString()
            : path.normalize().toString();
    return Optional.of(new WorkloadFile(shown, letter, read(path).properties()));
  }

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
    return new WorkloadFile(file.getFileName().toString(), false, properties);
  }

  /** Whether it is one of our workloads of transactions. */
  public boolean isOfTransactions() {
    return !workload().equals(CORE);
  }

  /** Whether it verifies by its totals what is left of a run. */
  public boolean hasInvariant() {
    return WITH_INVARIANT.contains(workload());
  }

  private String workload() {
    return properties.getProperty(CLASS, CORE).strip();
  }

  /** Whether it replays what was recorded. */
  boolean isTrace() {
    return workload().equals(TRACE);
  }

  /** The class that YCSB loads. */
  public String workloadClass() {
    return workload();
  }

  /** The file whose records have to be loaded for it. */
  String loads() {
    return isOfTransactions() && !isTrace() ? name : RECORDS;
  }

  /** Whether it says itself that records are inserted, as workloads D and E do. */
  boolean inserts() {
    return !isOfTransactions() && isPositive(properties.getProperty(INSERTS, "0"));
  }

  /** Whether a proportion is above 0. */
  static boolean isPositive(String proportion) {
    try {
      return Double.parseDouble(proportion) > 0;
    } catch (NumberFormatException e) {
      throw new UsageException("%s is a number, not '%s'".formatted(INSERTS, proportion), e);
    }
  }

  /** How it draws keys; empty if it doesn't say. */
  Optional<String> distribution() {
    return byLetter
        ? Optional.empty()
        : Optional.ofNullable(properties.getProperty(DISTRIBUTION)).map(String::strip);
  }

  /**
   * Whether a property is of this workload. One with a dot is of the class whose name begins so.
   */
  boolean hasOfItsOwn(String property) {
    String type = workload().substring(workload().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return type.startsWith(property.substring(0, property.indexOf('.')));
  }

  /**
   * What it says of a run of the core workload. A workload of transactions reads its file itself.
   *
   * @throws UsageException if it says what experiments have settings for
   */
  SortedMap<String, String> ofRun() {
    SortedMap<String, String> all = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (!SET_ANYWAY.contains(key)) {
        all.put(key, properties.getProperty(key).strip());
      }
    }
    TakenProperties.RUN.requireNoneAndNoneMistyped(name, all);
    if (isOfTransactions()) {
      return new TreeMap<>();
    }
    if (byLetter) {
      all.keySet().removeIf(key -> !key.equals(INSERTS) || !inserts());
    }
    return all;
  }
}
