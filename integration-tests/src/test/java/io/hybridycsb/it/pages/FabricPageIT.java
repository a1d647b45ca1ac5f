package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class FabricPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void eachOfItsNetworksStartsAndWhatWasKilledComesBackAndIsAudited() {
    List<String> commands = shell.commands("docs/systems/fabric.md: Starting one");

    assertThat(commands).hasSize(6);
    shell.start(commands.get(1));
    shell.requireUp("node2", "orderer1");
    shell.purge("fabric");
    shell.start(commands.get(2));
    shell.requireUp("node4", "orderer4");
    shell.purge("fabric");
    shell.start(commands.get(0));
    shell.requireUp("node4", "orderer3");
    shell.run(commands.get(3)).requireSuccess();
    shell.start(commands.get(4));
    shell.requireUp("node4", "orderer3");
    assertThat(shell.eventually(commands.get(5)).out()).contains("audit passed");
  }
}
