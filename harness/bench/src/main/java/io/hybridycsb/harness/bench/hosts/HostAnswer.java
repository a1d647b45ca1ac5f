package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.bench.probe.SeenHost;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.harness.process.ThreadUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what watch.sh prints of a host: lines of files under /proc (proc(5)), each with a word. */
final class HostAnswer {
  private static final double TICKS_PER_SECOND = 100;

  /** User, nice, system, then idle and waiting for disks, then interrupts and what was stolen. */
  private static final List<Integer> BUSY_FIELDS = List.of(0, 1, 2, 5, 6);

  private HostAnswer() {}

  private static final class OneClient {
    private Optional<ProcStat> process = Optional.empty();
    private final List<ThreadUse> threads = new ArrayList<>();
    private long written = -1;
  }

  static SeenHost parse(List<String> lines) {
    int cores = 0;
    double busy = 0;
    SortedMap<String, OneClient> clients = new TreeMap<>();
    OneClient current = new OneClient();
    for (String line : lines) {
      String word = line.replaceFirst(" .*", "");
      String rest = line.substring(Math.min(line.length(), word.length() + 1));
      switch (word) {
        case "core" -> cores++;
        case "busy" -> busy = busySeconds(rest);
        case "client" -> clients.put(rest, current = new OneClient());
        case "process" -> current.process = Optional.of(ProcStat.parse(rest));
        case "thread" -> current.threads.add(ThreadUse.parse(rest));
        case "written" -> current.written = Long.parseLong(rest);
        default -> throw new IllegalArgumentException("unexpected line: " + line);
      }
    }
    SortedMap<String, SeenProcess> seen = new TreeMap<>();
    clients.forEach(
        (name, client) ->
            client.process.ifPresent(process -> seen.put(name, seen(client, process))));
    return new SeenHost(cores, busy, seen);
  }

  private static double busySeconds(String fields) {
    String[] ticks = fields.strip().split(" ");
    return BUSY_FIELDS.stream().mapToDouble(field -> Double.parseDouble(ticks[field])).sum()
        / TICKS_PER_SECOND;
  }

  private static SeenProcess seen(OneClient client, ProcStat process) {
    return SeenProcess.client(0, process.use().withWritten(client.written), client.threads);
  }
}
