package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class ExperimentsPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void whatAPapersClaimsNeedCanBePlanned() {
    List<String> commands = shell.commands("docs/claims.md: Reproduce a paper");

    assertThat(commands).hasSize(2);
    for (String command : commands) {
      String plan = command.contains("--plan") ? command : command + " --plan";
      assertThat(shell.run(plan).requireSuccess().out())
          .containsPattern("[1-9][0-9]* experiments for [1-9][0-9]* claims ");
    }
  }

  /** The experiments themselves take hours. */
  @Test
  void eachOfItsCommandsHasRunsToDo() {
    shell.run("cp experiments/fig06-components.yaml experiments/common.yaml .").requireSuccess();
    shell.run("mv fig06-components.yaml my.yaml").requireSuccess();
    List<String> commands = shell.commands("docs/experiments.md: Experiments");

    assertThat(commands).hasSize(5);
    for (String command : commands) {
      String plan = command.contains("--plan") ? command : command + " --plan";
      assertThat(shell.run(plan).requireSuccess().out()).containsPattern("[1-9][0-9]* runs on ");
    }
  }
}
