package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TlsPageIT {
  private static final List<String> NAMES =
      List.of("node1", "node2", "tso", "redis1", "kafka1", "client");

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void itsScriptMakesCertificatesThatItsCaVouchesFor() throws IOException {
    assumeThat(shell.run("command -v openssl").status())
        .as("whether openssl is installed")
        .isZero();
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
}
