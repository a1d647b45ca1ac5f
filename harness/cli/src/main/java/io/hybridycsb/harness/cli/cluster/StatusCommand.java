package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.files.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Show the processes of all clusters, or of one: running, dead or stopped.")
public final class StatusCommand extends PrintingCommand {
  @Parameters(paramLabel = "SYSTEM", arity = "0..1", description = "Only this system.")
  private String system;

  @Option(names = "--json", description = "As a JSON list.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    List<ProcessStatus> processes = new ArrayList<>();
    for (ClusterDirectory directory : Clusters.select(system)) {
      processes.addAll(Clusters.of(directory, line -> {}).status());
    }
    if (json) {
      say(Json.text(processes));
    } else if (processes.isEmpty()) {
      say("no clusters in " + ClusterDirectory.root());
    } else {
      print(processes);
    }
    return 0;
  }

  private void print(List<ProcessStatus> processes) {
    String format = "%-16s %-11s %-16s %-8s %-8s %-16s %7s %8s  %s";
    say(
        format.formatted(
            "SYSTEM", "NAME", "ROLE", "STATE", "PID", "ADDRESS", "CPU s", "RSS MB", "DIR"));
    for (ProcessStatus process : processes) {
      say(
          format.formatted(
              process.system(),
              process.name(),
              process.role(),
              process.state(),
              process.pid() == null ? "-" : process.pid().toString(),
              process.address(),
              process.use() == null ? "-" : "%.1f".formatted(process.use().cpuSeconds()),
              process.use() == null ? "-" : Long.toString(process.use().rssBytes() >> 20),
              process.dir()));
    }
    processes.stream()
        .filter(process -> !process.parts().isEmpty())
        .forEach(process -> say(inOneProcess(process)));
  }

  private static String inOneProcess(ProcessStatus process) {
    return "%s of %s is one process for %s, which have logs and data of their own in %s"
        .formatted(
            process.name(),
            process.system(),
            String.join(", ", process.parts()),
            Path.of(process.dir()).getParent());
  }
}
