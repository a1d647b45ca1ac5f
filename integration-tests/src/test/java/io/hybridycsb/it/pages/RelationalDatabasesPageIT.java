package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class RelationalDatabasesPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void bothServersStartAndOneComesBackAfterItsDeathWithWhatItHad() {
    List<String> commands = shell.commands("docs/systems/relational-databases.md: Starting one");

    assertThat(commands).hasSize(5);
    shell.run(commands.get(0)).requireSuccess();
    shell.run("bin/hybrid put postgresql user1 field0=hello").requireSuccess();
    commands.subList(1, 5).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.run("bin/hybrid get postgresql user1").requireSuccess().out())
        .contains("field0=hello");
    assertThat(shell.run("bin/hybrid status").out())
        .contains("postgresql", "mariadb")
        .doesNotContain("dead");
  }
}
