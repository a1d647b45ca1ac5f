package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.bigchaindb.NeedsPython36;
import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With fewer workers than on the page, since each is a process. */
@Tag("campaign")
@Tag("pages")
@NeedsPython36
class BigchainDbPageIT {
  private static final String FEW_WORKERS = "--set threads=4";

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void eachOfItsClustersStartsAndAServerThatWasKilledComesBack() {
    List<String> commands = shell.commands("docs/systems/bigchaindb.md: Starting one");

    assertThat(commands).hasSize(5);
    shell.start(commands.get(1), FEW_WORKERS);
    shell.requireUp("mongodb1", "node1", "validator1");
    shell.purge("bigchaindb");
    // Each node validates in as many processes as there are processors.
    shell.start(commands.get(2), FEW_WORKERS, "--nodes 1");
    shell.requireUp("bigchaindb-pv", "node1");
    shell.purge("bigchaindb-pv");
    shell.start(commands.get(0), FEW_WORKERS);
    shell.run(commands.get(3)).requireSuccess();
    shell.start(commands.get(4));
    shell.requireUp("mongodb1", "node1", "validator1", "node4");
  }
}
