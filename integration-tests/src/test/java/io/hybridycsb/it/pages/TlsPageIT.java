package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.it.pages.shell.PageShell;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("pages")
class TlsPageIT {
  /** A JVM's start, on a machine that is very busy. */
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final Pattern READY = Pattern.compile(" ready on .*?([0-9.]+:[0-9]+)\\n");
  private static final List<String> NAMES =
      List.of("node1", "node2", "tso", "redis1", "kafka1", "client");

  @RegisterExtension private final PageShell shell = new PageShell();

  @BeforeEach
  void requireOpenssl() {
    assumeTrue(shell.run("command -v openssl").status() == 0, "no openssl found");
  }

  @Test
  void itsScriptMakesCertificatesThatItsCaVouchesFor() throws IOException {
    shell.runAll("docs/tls.md: Certificates").requireSuccess();

    for (String name : NAMES) {
      shell.run("openssl verify -CAfile ca.pem %s.pem".formatted(name)).requireSuccess();
      Path key = shell.directory().resolve(name + ".key");
      assertThat(Files.getPosixFilePermissions(key)).hasSize(2);
    }
    assertThat(shell.run("openssl x509 -in node1.pem -noout -text").out())
        .contains("DNS:node1.example.org", "IP Address:127.0.0.1", "TLS Web Server Authentication");
    assertThat(shell.run("openssl x509 -in client.pem -noout -text").out())
        .contains("TLS Web Client Authentication")
        .doesNotContain("TLS Web Server Authentication", "DNS:");
    shell.runAll("docs/tls.md: Kafka").requireSuccess();
    assertThat(shell.read("node1-kafka.pem"))
        .isEqualTo(shell.read("node1.key") + shell.read("node1.pem"));
  }

  @Test
  void itsTimestampOracleServesThoseWhoHaveACertificate() {
    shell.runAll("docs/tls.md: Certificates").requireSuccess();
    List<String> commands = shell.commands("docs/tls.md: The timestamp oracle");
    assertThat(commands).hasSize(1);
    String command =
        commands.get(0).replace("0.0.0.0:7001", "127.0.0.1:0").replace("/var/lib/tso", "tso");
    shell.set("PATH", Path.of(Release.java()).getParent() + ":" + System.getenv("PATH"));
    try {
      // The file must exist before the background process writes to it.
      shell.run("touch said.txt").requireSuccess();
      shell.run(command + " > said.txt 2> log.txt & echo $! > pid.txt").requireSuccess();
      await().atMost(TIMEOUT).until(() -> shell.read("said.txt").endsWith("\n"));
      Matcher address = READY.matcher(shell.read("said.txt"));
      assertThat(address.find()).as(shell.read("said.txt")).isTrue();
      String connect =
          "openssl s_client -alpn h2 -verify_return_error -CAfile ca.pem -connect "
              + address.group(1);
      assertThat(shell.run(connect + " -cert client.pem -key client.key").requireSuccess().out())
          .contains("Verify return code: 0 (ok)", "ALPN protocol: h2");
    } finally {
      shell.run("kill $(cat pid.txt)");
    }
  }
}
