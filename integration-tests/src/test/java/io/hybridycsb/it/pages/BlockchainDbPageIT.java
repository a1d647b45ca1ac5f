package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class BlockchainDbPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void eachOfItsClustersStartsAndWhatIsWrittenIsVerifiedAndAudited() {
    List<String> commands = shell.commands("docs/systems/blockchaindb.md: Starting one");

    assertThat(commands).hasSize(7);
    shell.start(commands.get(0));
    shell.requireUp("node4", "geth4");
    shell.purge("blockchaindb");
    shell.start(commands.get(1));
    shell.requireUp("node4", "geth4-shard2");
    shell.eventually(commands.get(2));
    assertThat(shell.eventually(commands.get(3)).out()).contains("field0=hello", "verified");
    assertThat(shell.eventually(commands.get(4)).out()).contains("field0=hello", "verified");
    assertThat(shell.eventually(commands.get(5)).out()).contains("audit passed");
    shell.run(commands.get(6)).requireSuccess();
    assertThat(shell.run("bin/hybrid status").out()).contains("dead");
  }
}
