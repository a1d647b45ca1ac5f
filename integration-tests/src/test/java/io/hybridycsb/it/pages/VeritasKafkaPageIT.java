package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.install.YcsbInstallation;
import io.hybridycsb.it.pages.shell.PageShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Its own page, and others whose commands need its cluster. */
@Tag("campaign")
@Tag("pages")
class VeritasKafkaPageIT {
  private static final int RECORDS = 100;
  private static final String PATIENT = " -p veritas.timeout.ms=60000";
  private static final String FEW =
      " -p recordcount=%d -p operationcount=%d".formatted(RECORDS, RECORDS) + PATIENT;
  private static final String LOAD =
      "bin/ycsb run veritas-kafka -P workloads/workloada -p recordcount=%d".formatted(RECORDS)
          + " -p operationcount=100000000 -p maxexecutiontime=1800";
  private static final String HISTOGRAMS =
      " -p measurementtype=hdrhistogram -p hdrhistogram.fileoutput=true";
  private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1\\\\?:(\\d+)");

  @RegisterExtension private final PageShell shell = new PageShell();
  @RegisterExtension private final YcsbInstallation ycsb = new YcsbInstallation();

  @Test
  void eachOfItsClustersStartsAndAStockYcsbDrivesItWhoseHistogramsAreMerged() throws IOException {
    List<String> commands = shell.commands("docs/systems/veritas-kafka.md: Starting one");

    assertThat(commands).hasSize(3);
    shell.start(commands.get(0));
    shell.requireUp("kafka1", "tso", "redis4", "node4");
    shell.purge("veritas-kafka");
    shell.start(commands.get(1));
    shell.requireUp("kafka1", "tso", "node4");
    assertThat(shell.run(commands.get(2)).requireSuccess().out()).contains("state.store");
    installIntoYcsb();
    mergeHistograms();
    readMetrics();
    drawFlameGraphs();
  }

  @Test
  void theTransactionsOfThePageAreVerifiedAndTheirHistoryIsChecked() {
    List<String> commands =
        shell.commands("docs/transactions.md: Transactions over several records");

    assertThat(commands).hasSize(5);
    shell.start(commands.get(0));
    shell.run(commands.get(1) + PATIENT).requireSuccess();
    assertThat(
            shell.run(commands.get(2) + PATIENT + " -p operationcount=500").requireSuccess().out())
        .contains("[VERIFICATION], AnomalyScore, 0.0");
    assertThat(shell.run(commands.get(3)).requireSuccess().out()).contains("strictly serializable");
    shell.run(commands.get(4)).requireSuccess();
  }

  private void installIntoYcsb() throws IOException {
    Path home = Files.createDirectory(shell.directory().resolve("home"));
    Files.createSymbolicLink(home.resolve("ycsb-0.17.0"), ycsb.home());
    Files.createSymbolicLink(home.resolve("hybrid-ycsb"), shell.directory());
    shell.set("HOME", home.toString());
    for (String install : shell.commands("docs/existing-ycsb.md: In a YCSB that you have")) {
      shell.run(install).requireSuccess();
    }

    List<String> script = shell.commands("docs/existing-ycsb.md: In a YCSB that you have (2)");
    assertThat(script).hasSize(3);
    requireCommitted(script.get(0) + "\n" + script.get(1) + FEW);
    requireCommitted(script.get(0) + "\n" + script.get(2) + FEW);

    List<String> python = shell.commands("docs/existing-ycsb.md: In a YCSB that you have (3)");
    assertThat(python).singleElement().asString().endsWith(" -P ...");
    Matcher properties = Pattern.compile("-P (~\\S+)").matcher(script.get(1));
    assertThat(properties.find()).isTrue();
    String given = python.get(0).replace("-P ...", properties.group());
    requireCommitted(script.get(0) + "\n" + given + FEW + " -p table=other");
    runPipeline(script.get(0), properties.group());
  }

  private void runPipeline(String home, String properties) {
    String pipeline =
        String.join("\n", shell.commands("docs/existing-ycsb.md: What to look for"))
            .replace("-P cluster.properties", properties + PATIENT)
            .replaceAll("(OK, |count=)\\d+", "$1" + RECORDS);
    String options =
        String.join("\n", shell.commands("docs/existing-ycsb.md: The same JVM for all"));

    assertThat(shell.run(home + "\n" + options + "\n" + pipeline).requireSuccess().out())
        .contains("[INSERT], Return=OK, " + RECORDS)
        .containsPattern("\\d operations/s\n");
  }

  private void requireCommitted(String script) {
    YcsbReport report = YcsbReport.parse(shell.run("set -e\n" + script).requireSuccess().out());
    assertThat(report.committed()).as(script).isEqualTo(RECORDS);
  }

  /** The histograms of two clients stand in for those of a fleet. */
  private void mergeHistograms() {
    shell.run("mkdir results").requireSuccess();
    for (int client = 1; client <= 2; client++) {
      shell
          .run(
              "bin/ycsb run veritas-kafka -P workloads/workloadc"
                  + FEW
                  + HISTOGRAMS
                  + " -p hdrhistogram.output.path=results/client%d-".formatted(client))
          .requireSuccess();
    }
    assertThat(shell.runAll("docs/kubernetes.md: A fleet of clients (2)").requireSuccess().out())
        .containsPattern("READ +" + 2 * RECORDS + " ");
    assertThat(shell.directory().resolve("merged").resolve("READ.hdr")).exists();
  }

  private void readMetrics() {
    assumeTrue(shell.run("command -v curl").status() == 0, "no curl found");
    List<String> commands =
        shell.commands("docs/metrics.md: Metrics, and where an operation's time goes");
    assertThat(commands).hasSize(2);
    Matcher port = ADDRESS.matcher(shell.run(commands.get(0)).requireSuccess().out());
    assertThat(port.find()).isTrue();
    assertThat(shell.run(commands.get(1).replace("PORT", port.group(1))).requireSuccess().out())
        .contains("hybrid_component_seconds_total", "hybrid_operations_total");
  }

  private void drawFlameGraphs() {
    assumeTrue(shell.run("command -v jps").status() == 0, "no jps found");
    List<String> commands =
        shell.commands("docs/metrics.md: Flame graphs").stream()
            .map(command -> command.replace("--seconds 30", "--seconds 3"))
            .toList();
    assertThat(commands).hasSize(3);
    String client = shell.run(LOAD + " >load.out 2>&1 &\necho $!").requireSuccess().out().strip();
    try {
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() -> shell.run(commands.get(1)).out().contains(client + " "));
      shell.run(commands.get(0)).requireSuccess();
      shell.run(commands.get(2).replace("4711", client)).requireSuccess();
    } finally {
      shell.run("kill " + client);
    }
    for (String role : List.of("nodes", "broker", "oracle", "client")) {
      assertThat(shell.read("flame/" + role + ".html")).contains(role + ": ");
    }
  }
}
