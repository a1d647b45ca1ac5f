package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class NetworkPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void aNodeIsCutOffAndComesBack() {
    List<String> commands = shell.commands("docs/network.md: A network between the nodes");

    assertThat(commands).hasSize(3);
    shell.run(commands.get(0)).requireSuccess();
    shell.run(commands.get(1)).requireSuccess();
    shell.run("bin/hybrid put veritas-tm user1 field0=hello --node node1").requireSuccess();
    shell.run(commands.get(2)).requireSuccess();
    assertThat(shell.run("bin/hybrid status").out()).contains("toxiproxy");
  }
}
