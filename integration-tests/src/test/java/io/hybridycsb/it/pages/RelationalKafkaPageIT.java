package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class RelationalKafkaPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void itsClusterStartsAndANodeComesBackAfterItsDeathWithWhatItHad() {
    List<String> commands = shell.commands("docs/systems/relational-kafka.md: Starting one");

    assertThat(commands).hasSize(5);
    shell.start(commands.get(0));
    shell.requireUp("kafka1", "postgresql3", "mariadb2", "node3");
    shell.run("bin/hybrid put relational-kafka user1 field0=hello").requireSuccess();
    commands.subList(1, 5).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.run("bin/hybrid get relational-kafka user1").requireSuccess().out())
        .contains("field0=hello");
    assertThat(shell.run("bin/hybrid status").out()).doesNotContain("dead");
  }
}
