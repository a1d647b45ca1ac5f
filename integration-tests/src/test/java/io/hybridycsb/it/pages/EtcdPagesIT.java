package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class EtcdPagesIT {
  @RegisterExtension
  private final PageShell shell = new PageShell().withPatience("etcd", "etcd.timeout.ms");

  @Test
  void itsClusterStartsLosesAMemberAndHistoriesOfItAreChecked() {
    List<String> commands = shell.commands("docs/systems/etcd.md: Starting one");

    assertThat(commands).hasSize(5);
    shell.run(commands.get(0)).requireSuccess();
    commands.subList(2, 5).forEach(command -> shell.run(command).requireSuccess());
    shell.runAll("docs/checking.md: Checking histories").requireSuccess();
    assertThat(shell.read("found.html")).contains("<html");
    shell.run("bin/hybrid down etcd --purge").requireSuccess();
    shell.run(commands.get(1)).requireSuccess();
    assertThat(shell.run("bin/hybrid status").out()).contains("node5").doesNotContain("dead");
  }

  @Test
  void tpccIsVerifiedAndItsHistoryIsChecked() {
    List<String> commands = shell.commands("docs/tpcc.md: TPC-C");

    assertThat(commands).hasSize(5);
    shell.run(commands.get(0)).requireSuccess();
    shell.run(commands.get(1)).requireSuccess();
    assertThat(shell.run(commands.get(2) + " -p operationcount=200").requireSuccess().out())
        .contains("[VERIFICATION], AnomalyScore, 0.0");
    assertThat(shell.run(commands.get(3)).requireSuccess().out()).contains("strictly serializable");
    shell.run(commands.get(4)).requireSuccess();
  }
}
