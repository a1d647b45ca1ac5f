package io.hybridycsb.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A binding in a user's own YCSB, against a real cluster. */
public abstract class InstallIntoTests extends ClusterTests<LocalCluster> {
  private static final int RECORDS = 200;
  private static final int OPERATIONS = 400;

  @RegisterExtension private final YcsbInstallation ycsb = new YcsbInstallation();

  @ParameterizedTest(name = "other versions of its libraries come first: {0}")
  @ValueSource(booleans = {false, true})
  void stockYcsbLoadsAndRunsOnAnInstalledBinding(boolean foreignFirst) throws IOException {
    ycsb.installInto().requireSuccess();
    List<Path> before = foreignFirst ? YcsbInstallation.foreignLibraries() : List.of();

    requireAnswers(report("load", "installed" + foreignFirst, before), RECORDS);
    requireAnswers(report("run", "installed" + foreignFirst, before), OPERATIONS);
  }

  /** With a library of another version operations would fail, or YCSB would end. */
  private static void requireAnswers(YcsbReport report, long operations) {
    long others = report.uncommitted().values().stream().mapToLong(Long::longValue).sum();
    assertThat(report.committed()).isPositive();
    assertThat(report.committed() + others).isEqualTo(operations);
    assertThat(report.uncommitted().keySet()).isSubsetOf("ABORTED", "UNKNOWN", "NOT_FOUND");
    assertThat(report.wrongReads()).isZero();
  }

  private YcsbReport report(String command, String table, List<Path> before) throws IOException {
    List<String> options = new ArrayList<>(List.of("-P", "workloads/workloada"));
    options.addAll(List.of("-P", cluster().ycsbProperties().toString(), "-threads", "4"));
    Map.of(
            "recordcount",
            Integer.toString(RECORDS),
            "operationcount",
            Integer.toString(OPERATIONS),
            "table",
            cluster().table(table),
            "dataintegrity",
            "true")
        .forEach((name, value) -> options.addAll(List.of("-p", name + "=" + value)));
    cluster()
        .patience()
        .forEach((name, value) -> options.addAll(List.of("-p", name + "=" + value)));
    return YcsbReport.parse(
        ycsb.ycsb(command, cluster().system(), before, options).requireSuccess().out());
  }
}
