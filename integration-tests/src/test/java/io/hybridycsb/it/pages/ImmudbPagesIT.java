package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class ImmudbPagesIT {
  @RegisterExtension
  private final PageShell shell = new PageShell().withPatience("immudb", "immudb.timeout.ms");

  @Test
  void itsServerComesBackWithItsLedgerAndAnotherDatabaseIsMade() throws IOException {
    List<String> commands = shell.commands("docs/systems/immudb.md: Starting one");

    assertThat(commands).hasSize(8);
    shell.start(commands.get(0));
    shell.requireUp("node1");
    shell.run(commands.get(1)).requireSuccess();
    assertThat(shell.run(commands.get(2)).requireSuccess().out())
        .contains("field0=hello", "verified: written by transaction 1");
    assertThat(shell.run(commands.get(3)).requireSuccess().out())
        .contains("[INSERT], Return=OK, 1000");
    assertThat(shell.run(commands.get(4)).requireSuccess().out())
        .contains("[READ], Return=OK")
        .doesNotContain("VERIFICATION_FAILED");
    shell.run(commands.get(5)).requireSuccess();
    assertThat(shell.run("bin/hybrid status").out()).contains("dead");
    shell.run(commands.get(6)).requireSuccess();
    assertThat(shell.run(commands.get(7)).requireSuccess().out()).contains("audit passed");

    List<String> verified = shell.commands("docs/verified-workloads.md: Verified workloads");
    assertThat(verified).hasSize(4);
    shell.run(verified.get(1)).requireSuccess();
    assertThat(shell.run(verified.get(2)).requireSuccess().out())
        .contains("[PROOFS-OF-NEWEST], Answers, ", "[PROOFS-OF-PAST], ", "[AUDIT], Return=OK, ")
        .doesNotContain("VERIFICATION_FAILED");

    // With this server in the place of the reader's, and its password.
    Matcher address =
        Pattern.compile("(?m)^immudb.address=(.*)$")
            .matcher(shell.read(".hybrid/immudb/ycsb.properties").replace("\\:", ":"));
    assertThat(address.find()).isTrue();
    Files.writeString(shell.directory().resolve("password"), "immudb\n");
    String create =
        String.join("\n", shell.commands("docs/systems/immudb.md: An immudb of your own"))
            .replace("db.example.org:3322", address.group(1))
            .replace("--database hybrid", "--database another");
    shell.run(create).requireSuccess();
    shell.run(create).requireSuccess();
    assertThat(
            shell
                .run(
                    "bin/ycsb load immudb -P workloads/workloada -p immudb.database=another"
                        + " -p immudb.state=another.json")
                .requireSuccess()
                .out())
        .contains("[INSERT], Return=OK, 1000");
    shell.purge("immudb");
  }
}
