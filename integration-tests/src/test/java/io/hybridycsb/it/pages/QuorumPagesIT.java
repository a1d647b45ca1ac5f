package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class QuorumPagesIT {
  @RegisterExtension
  private final PageShell shell = new PageShell().withPatience("quorum", "quorum.timeout.ms");

  @Test
  void itsClusterGoesOnWithoutANodeWhichComesBackWithTheWholeChain() {
    List<String> commands = shell.commands("docs/systems/quorum.md: Starting one");

    assertThat(commands).hasSize(8);
    shell.start(commands.get(0));
    shell.requireUp("node1", "node4");
    shell.run(commands.get(1)).requireSuccess();
    assertThat(shell.run(commands.get(2)).requireSuccess().out())
        .contains("field0=hello")
        .containsPattern("sealed by [34] of 4 validators");
    assertThat(shell.run(commands.get(3)).requireSuccess().out())
        .contains("[INSERT], Return=OK, 1000");
    shell.run(commands.get(4)).requireSuccess();
    assertThat(shell.run("bin/hybrid status").out()).contains("dead");
    assertThat(shell.run(commands.get(5)).requireSuccess().out()).contains("field0=hello");
    shell.run(commands.get(6)).requireSuccess();
    assertThat(shell.eventually(commands.get(7)).out()).contains("audit passed");
    shell.purge("quorum");
  }

  @Test
  void underRaftMostNodesHaveWhatIsVerified() {
    List<String> commands = shell.commands("docs/systems/quorum.md: Starting one (2)");

    assertThat(commands).hasSize(3);
    shell.start(commands.get(0));
    shell.requireUp("node1", "node4");
    shell.eventually(commands.get(1));
    assertThat(shell.eventually(commands.get(2)).out())
        .contains("field0=hello", "which most nodes have");
  }
}
