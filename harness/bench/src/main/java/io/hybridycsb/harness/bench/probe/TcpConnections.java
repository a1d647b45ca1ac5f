package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.CommandOutput;
import io.hybridycsb.harness.process.ProcessTree;
import io.hybridycsb.harness.results.ProcessCost.Network;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The open TCP connections of some processes and their children, and the bytes that went over each,
 * as the kernel counts them and ss(8) prints them.
 *
 * @param known whether they could be counted
 * @param open the bytes since each connection began, by the process' name and connection
 */
public record TcpConnections(boolean known, Map<String, Map<String, Network>> open) {
  public static final TcpConnections UNKNOWN = new TcpConnections(false, Map.of());

  private static final List<String> SS = List.of("ss", "-tinHp");
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Pattern PID = Pattern.compile("pid=([0-9]+)");
  private static final Pattern SENT = Pattern.compile("\\bbytes_sent:([0-9]+)");
  private static final Pattern RECEIVED = Pattern.compile("\\bbytes_received:([0-9]+)");

  /**
   * Those of these processes as they are now; unknown where there is no ss, or too old a one.
   *
   * @param pids by the processes' names
   */
  public static TcpConnections of(Map<String, Long> pids) {
    return of(pids, TIMEOUT);
  }

  /**
   * @param timeout of ss, after which they are unknown
   */
  static TcpConnections of(Map<String, Long> pids, Duration timeout) {
    try {
      return CommandOutput.of(SS, timeout)
          .map(printed -> read(printed, pids, ProcessTree.now()))
          .orElse(UNKNOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  static TcpConnections read(String printed, Map<String, Long> pids, ProcessTree tree) {
    Map<Long, String> names = new HashMap<>();
    pids.forEach((name, pid) -> names.put(pid, name));
    Map<String, Map<String, Network>> open = new HashMap<>();
    boolean counted = false;
    Optional<String> process = Optional.empty();
    String ends = "";
    for (String line : printed.split("\n")) {
      if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
        // State, two queues, the local and the other address, the processes that have it open.
        String[] fields = line.split("\\s+", 6);
        ends = fields.length > 4 ? fields[3] + " " + fields[4] : "";
        Matcher pid = PID.matcher(line);
        OptionalLong root =
            pid.find()
                ? tree.rootOf(Long.parseLong(pid.group(1)), names.keySet())
                : OptionalLong.empty();
        process = root.stream().mapToObj(names::get).findFirst();
      }
      // The counters are on a line of their own, or on the same one.
      Network bytes = new Network(number(SENT, line), number(RECEIVED, line));
      counted |= bytes.sentBytes() > 0;
      if (process.isPresent()) {
        open.computeIfAbsent(process.get(), unused -> new HashMap<>())
            .merge(ends, bytes, Network::plus);
      }
    }
    return counted ? new TcpConnections(true, open) : UNKNOWN;
  }

  private static long number(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /**
   * What a process has sent and received since then, over the connections that are open now. Empty
   * if unknown, or if it had no connection at either moment.
   */
  public Optional<Network> since(TcpConnections earlier, String process) {
    Map<String, Network> before = earlier.open.getOrDefault(process, Map.of());
    Map<String, Network> now = open.getOrDefault(process, Map.of());
    if (!known || !earlier.known || (before.isEmpty() && now.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        now.entrySet().stream()
            .map(one -> one.getValue().since(before.getOrDefault(one.getKey(), Network.NOTHING)))
            .reduce(Network.NOTHING, Network::plus));
  }
}
