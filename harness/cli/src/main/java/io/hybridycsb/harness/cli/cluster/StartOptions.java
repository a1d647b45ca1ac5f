package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** The common options of up and quickstart. */
public final class StartOptions {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes (as 'hybrid systems' says).")
  private Integer nodes;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set an option of the system; 'hybrid systems' lists them. Repeatable.")
  private List<String> settings = List.of();

  @Option(
      names = "--port-base",
      paramLabel = "PORT",
      description =
          "Take free ports from this one upwards (by default 100 that no other cluster has).")
  private Integer portBase;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description = "Longest time that the start may take (${DEFAULT-VALUE}).")
  private long timeoutSeconds;

  public UpRequest request() {
    return request(UnaryOperator.identity());
  }

  /**
   * @param completed makes of what the user has set what the cluster is to have
   */
  public UpRequest request(UnaryOperator<Map<String, String>> completed) {
    return new UpRequest(
        Optional.ofNullable(nodes),
        completed.apply(parsed()),
        Optional.ofNullable(portBase),
        Duration.ofSeconds(timeoutSeconds));
  }

  private Map<String, String> parsed() {
    Map<String, String> parsed = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--set takes KEY=VALUE, not '%s'".formatted(setting));
      }
      parsed.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return parsed;
  }
}
