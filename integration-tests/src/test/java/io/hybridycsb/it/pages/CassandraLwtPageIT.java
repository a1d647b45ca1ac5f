package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class CassandraLwtPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  /** The page's first cluster is that of {@code CassandraLwtIT}. */
  @Test
  void itsSecondClusterStartsAndReadsWhatWasWritten() {
    List<String> commands = shell.commands("docs/systems/cassandra-lwt.md: Starting one");

    assertThat(commands).hasSize(2);
    shell.start(commands.get(1));
    shell.requireUp("node1", "node2", "node3");
    shell.eventually("bin/hybrid put cassandra-lwt user1 field0=hello");
    assertThat(shell.eventually("bin/hybrid get cassandra-lwt user1").out())
        .contains("field0=hello");
  }
}
