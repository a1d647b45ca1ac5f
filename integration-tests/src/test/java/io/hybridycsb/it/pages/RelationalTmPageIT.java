package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class RelationalTmPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void itsClusterStartsAndANodeComesBackAfterItsDeathWithWhatItHad() {
    List<String> commands = shell.commands("docs/systems/relational-tm.md: Starting one");

    assertThat(commands).hasSize(4);
    shell.start(commands.get(0));
    shell.requireUp("postgresql4", "node4", "validator4");
    shell.run("bin/hybrid put relational-tm user1 field0=hello").requireSuccess();
    commands.subList(1, 4).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.run("bin/hybrid get relational-tm user1").requireSuccess().out())
        .contains("field0=hello");
    assertThat(shell.run("bin/hybrid status").out()).doesNotContain("dead");
  }
}
