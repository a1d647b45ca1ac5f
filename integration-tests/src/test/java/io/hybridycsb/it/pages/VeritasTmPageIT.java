package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasTmPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void itsClusterStartsAndANodeThatHasLostItsDataComesBack() {
    List<String> commands = shell.commands("docs/systems/veritas-tm.md: Starting one");

    assertThat(commands).hasSize(2);
    shell.start(commands.get(0));
    shell.requireUp("redis4", "node4", "validator4");
    assertThat(shell.run(commands.get(1)).requireSuccess().out()).contains("state.store");
    shell.eventually("bin/hybrid put veritas-tm user1 field0=hello");
    List<String> afresh =
        shell.commands("docs/systems/veritas-tm.md: A new node, or one that has lost its data");
    assertThat(afresh).hasSize(1);
    shell.start(afresh.get(0));
    assertThat(shell.eventually("bin/hybrid get veritas-tm user1 --node node4").out())
        .contains("field0=hello");
  }
}
