package io.hybridycsb.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.system.programs.TestHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerCertificateTest {
  @TempDir private Path directory;

  @Test
  void aClusterHasOneForLoopbackThatOnlyItsOwnerCanShow() throws Exception {
    Ports ports = new Ports(Map.of(), 22_000);
    PlanContext context =
        new PlanContext(
            2,
            new Settings(List.of(), Map.of()),
            directory.resolve("cluster"),
            TestHome.hollow(directory.resolve("home")),
            ports,
            new Links(false, ports),
            line -> {});
    PeerCertificate made = PeerCertificate.of(context);
    byte[] store = Files.readAllBytes(made.store());
    PeerCertificate.Pem pem = PeerCertificate.of(context).pem();

    assertThat(Files.readAllBytes(made.store())).as("it is kept").isEqualTo(store);
    for (Path secret : List.of(made.store(), pem.key())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
          .isEqualTo("rw-------");
    }
    X509Certificate certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(Files.newInputStream(pem.certificate()));
    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getSubjectAlternativeNames().toString()).isEqualTo("[[7, 127.0.0.1]]");
  }
}
