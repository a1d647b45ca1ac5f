package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.load.LoadCurve;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.WorkloadFile;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.system.programs.Home;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The commands of bin/ycsb that make up a phase, one for each process.
 *
 * @param directory the directory for the processes' histogram logs
 */
public record YcsbCommand(Home home, String system, Path directory) {
  /** The prefix of the names of the measured processes. */
  public static final String CLIENT = "client";

  /**
   * A property of all bindings. Here its value may also be a directory, which gets a file for each
   * process.
   */
  public static final String HISTORY = "hybrid.history";

  /**
   * Of those that load as well as of those that run: it checks that what is read is what it writes.
   * Given by name, because it extends a class of YCSB that the harness doesn't load.
   */
  public static final String OWN_WORKLOAD = "io.hybridycsb.harness.ycsb.BenchWorkload";

  private static final String WORKLOAD = "workload";

  private static final String HISTOGRAMS = "hdrhistogram";

  /** Every latency is printed besides, for whoever wants to look at single ones. */
  private static final String RAW_TOO = "hdrhistogram+raw";

  /** One process that loads all records. */
  public List<Clients.Client> load(String name, ClusterSettings settings) {
    SortedMap<String, String> properties = new TreeMap<>();
    // Without retries, a thread of YCSB ends at its first failed insert.
    properties.put("core_workload_insertion_retry_limit", "3");
    properties.putAll(settings.load().data());
    properties.putAll(settings.load().properties());
    properties.put("recordcount", Long.toString(settings.load().records()));
    Process process =
        new Process("load", name, settings.load().file(), settings.load().threads(), false);
    return List.of(client(process, OptionalLong.empty(), properties));
  }

  /**
   * The processes that run a workload together.
   *
   * @param operations after which they end; 0: never
   */
  public List<Clients.Client> run(
      String name, RunSettings run, SortedMap<String, String> properties, long operations) {
    List<Clients.Client> clients = new ArrayList<>();
    int count = run.processes();
    for (int i = 0; i < count; i++) {
      SortedMap<String, String> own = new TreeMap<>(properties);
      own.put("operationcount", Long.toString(share(operations, i, count)));
      String process = name + (i + 1);
      own.computeIfPresent(
          HISTORY,
          (key, path) ->
              (count == 1 && !Files.isDirectory(Path.of(path))
                  ? path
                  : newHistory(Path.of(path), process).toString()));
      int first = i;
      OptionalLong target =
          run.rate().target().stream()
              .filter(all -> run.rate().curve().isEmpty())
              .map(all -> share(all, first, count))
              .findFirst();
      run.rate()
          .rates()
          .map(curve -> curve.times(1.0 / count).after(run.length().warmUp().seconds()))
          .ifPresent(curve -> own.put(LoadCurve.POINTS, curve.text()));
      if (run.isTrace()) {
        own.put("trace.part", Integer.toString(i));
        own.put("trace.parts", Integer.toString(count));
      }
      int threads = run.threads() / count;
      boolean isOpen = !run.isClosedLoop();
      clients.add(
          client(new Process("run", process, run.workload(), threads, isOpen), target, own));
    }
    return clients;
  }

  /** Where a process records its history. */
  public static Path history(Path directory, String process) {
    return directory.resolve(process + "-history.jsonl");
  }

  /** The same, after what an earlier attempt has left there is removed. */
  public static Path newHistory(Path directory, String process) {
    Path file = history(directory, process);
    Disk.remove(file);
    return file;
  }

  private static long share(long all, int index, int count) {
    return all / count + (index < all % count ? 1 : 0);
  }

  /** In which YCSB finds our workload. */
  private static Path ownJar() {
    try {
      return Path.of(YcsbCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new HarnessException("cannot find the harness' own jar", e);
    }
  }

  /** A command of bin/ycsb whose class path has {@link #OWN_WORKLOAD}. */
  public static List<String> with(
      Home home, String phase, String system, Path workload, int threads) {
    List<String> command = new ArrayList<>(List.of(home.script("ycsb").toString(), phase, system));
    command.addAll(List.of("-cp-last", ownJar().toString()));
    command.addAll(List.of("-P", workload.toString(), "-s"));
    command.addAll(List.of("-threads", Integer.toString(threads)));
    return command;
  }

  /**
   * @param isOpen whether latencies are also measured from when operations were due
   */
  private record Process(String phase, String name, String workload, int threads, boolean isOpen) {}

  private Clients.Client client(
      Process process, OptionalLong target, Map<String, String> properties) {
    SortedMap<String, String> all = new TreeMap<>(properties);
    all.merge("measurementtype", HISTOGRAMS, (own, needed) -> own.equals(RAW_TOO) ? own : needed);
    all.put("hdrhistogram.fileoutput", "true");
    all.put(
        "hdrhistogram.output.path", directory.resolve(HdrLogs.prefix(process.name())).toString());
    all.put("hdrhistogram.percentiles", "50,90,95,99,99.9,99.99");
    all.put("measurement.interval", process.isOpen() ? "both" : "op");
    // A log for each status, so that the operations of a part of the run can be told apart.
    all.put("reportlatencyforeacherror", "true");
    // Each status line also ends an interval in the histogram logs: throughput over time.
    all.put("status.interval", "1");
    Path workload = home.directory().resolve("workloads").resolve(process.workload());
    List<String> command = with(home, process.phase(), system, workload, process.threads());
    WorkloadFile file = WorkloadFile.read(workload);
    if (!file.isOfTransactions()) {
      all.putIfAbsent(WORKLOAD, OWN_WORKLOAD);
    }
    if (all.containsKey(LoadCurve.POINTS)) {
      all.put(LoadCurve.SENT, all.getOrDefault(WORKLOAD, file.workloadClass()));
      all.put(WORKLOAD, LoadCurve.WORKLOAD);
    }
    target.ifPresent(rate -> command.addAll(List.of("-target", Long.toString(rate))));
    return new Clients.Client(process.name(), command, all);
  }
}
