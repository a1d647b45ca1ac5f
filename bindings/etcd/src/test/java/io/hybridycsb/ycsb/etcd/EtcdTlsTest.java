package io.hybridycsb.ycsb.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.grpc.netty.GrpcSslContexts;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.util.Properties;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdTlsTest {
  @TempDir private Path directory;
  private TestCertificates certificates;

  @BeforeEach
  void makeCa() throws Exception {
    certificates = new TestCertificates(directory.resolve("ca"));
  }

  private static SslContext asksForCertificates(TlsFiles files) throws SSLException {
    return GrpcSslContexts.forServer(
            files.certificate().orElseThrow().toFile(), files.key().orElseThrow().toFile())
        .trustManager(files.ca().orElseThrow().toFile())
        .clientAuth(ClientAuth.REQUIRE)
        .build();
  }

  private static void connect(FakeEtcd etcd, TlsFiles files, int timeoutMs) {
    Properties properties = new Properties();
    properties.setProperty("etcd.endpoints", etcd.address());
    properties.setProperty("etcd.timeout.ms", Integer.toString(timeoutMs));
    files.ca().ifPresent(file -> properties.setProperty("etcd.tls.ca", file.toString()));
    files
        .certificate()
        .ifPresent(file -> properties.setProperty("etcd.tls.certificate", file.toString()));
    files.key().ifPresent(file -> properties.setProperty("etcd.tls.key", file.toString()));
    SharedClient.connect(EtcdProperties.read(properties)).close();
  }

  private static void requireFailure(FakeEtcd etcd, TlsFiles files) {
    assertThatIllegalStateException().isThrownBy(() -> connect(etcd, files, 500));
    assertThat(etcd.reads()).isZero();
  }

  @Test
  void aMemberThatAsksForACertificateServesWhoeverShowsOne() throws Exception {
    SslContext context = asksForCertificates(certificates.issue("member"));
    try (FakeEtcd etcd = new FakeEtcd(server -> server.sslContext(context))) {
      requireFailure(etcd, TlsFiles.NONE);
      requireFailure(etcd, certificates.trust());
      TlsFiles files = certificates.issue("client");
      assertThatNoException().isThrownBy(() -> connect(etcd, files, 60_000));
    }
  }

  @Test
  void whoeverHasTakenAMembersPortIsAskedNothing() throws Exception {
    TlsFiles client = certificates.issue("client");
    SslContext strangers =
        asksForCertificates(new TestCertificates(directory.resolve("stranger")).issue("member"));
    try (FakeEtcd plain = new FakeEtcd();
        FakeEtcd other = new FakeEtcd(server -> server.sslContext(strangers))) {
      requireFailure(plain, client);
      requireFailure(other, client);
    }
    SslContext elsewhere = asksForCertificates(certificates.issueForElsewhere("elsewhere"));
    try (FakeEtcd other = new FakeEtcd(server -> server.sslContext(elsewhere))) {
      requireFailure(other, client);
    }
  }

  @Test
  void aFileThatHoldsNoCertificateIsNamedInOneLine() throws Exception {
    try (FakeEtcd etcd = new FakeEtcd()) {
      Path missing = directory.resolve("missing.pem");
      Properties properties = new Properties();
      properties.setProperty("etcd.endpoints", etcd.address());
      properties.setProperty("etcd.tls.ca", missing.toString());
      assertThatIllegalStateException()
          .isThrownBy(() -> SharedClient.connect(EtcdProperties.read(properties)))
          .withMessageStartingWith("can't use the files of etcd.tls.*: ")
          .withMessageContaining(missing.toString());
    }
  }
}
