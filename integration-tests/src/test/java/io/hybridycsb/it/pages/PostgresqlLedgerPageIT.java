package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class PostgresqlLedgerPageIT {
  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void theLedgerIsVerifiedAndAuditedAndGoesOnAfterTheServersDeath() {
    List<String> commands = shell.commands("docs/systems/postgresql-ledger.md: Starting one");

    assertThat(commands).hasSize(8);
    commands.subList(0, 2).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.run(commands.get(2)).requireSuccess().out())
        .contains("field0=hello", "verified: row 1 (INSERT of public.usertable, user1)");
    commands.subList(3, 7).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.run(commands.get(7)).requireSuccess().out())
        .contains("the history goes on from the last audit's", "audit passed");

    List<String> heads =
        shell.commands("docs/systems/postgresql-ledger.md: Heads beyond the operator's reach");
    assertThat(heads).hasSize(2);
    assertThat(shell.run(heads.get(0)).requireSuccess().out())
        .containsPattern("[0-9]+:[0-9a-f]{64}");
    assertThat(shell.run(heads.get(1)).requireSuccess().out()).contains("audit passed");
  }
}
