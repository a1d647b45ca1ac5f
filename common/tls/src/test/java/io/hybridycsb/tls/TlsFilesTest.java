package io.hybridycsb.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tls.testing.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsFilesTest {
  @TempDir private static Path directory;
  private static TlsFiles one;
  private static TlsFiles other;

  @BeforeAll
  static void makeCertificates() throws Exception {
    TestCertificates ca = new TestCertificates(directory);
    one = ca.issue("one");
    other = ca.issue("other");
  }

  @Test
  void withoutPropertiesConnectionsArePlain() {
    TlsFiles none = TlsFiles.of("tls.", Map.of("tls.ca", " ")::get);
    assertThat(ClientTls.of(none)).isEmpty();
    assertThat(ServerTls.of(none)).isEmpty();
    assertThat(ClientTls.of(TlsFiles.NONE)).isEmpty();
  }

  @Test
  void aCertificateWithoutItsKeyIsRefused() {
    assertRefused(
        () -> TlsFiles.of("tls.", Map.of("tls.certificate", "a.pem")::get),
        "tls.certificate and tls.key are given both or not at all");
    assertRefused(
        () -> TlsFiles.of("veritas.tls.", Map.of("veritas.tls.key", "a.key")::get),
        "veritas.tls.certificate and veritas.tls.key are given both or not at all");
  }

  @Test
  void aClientsCertificateNeedsACa() {
    assertRefused(
        () -> ClientTls.of(TestCertificates.withoutCa(one)),
        "tls.certificate needs tls.ca: the CA by which servers are known");
  }

  @Test
  void anotherCertificatesKeyIsRefused() {
    TlsFiles mixed = new TlsFiles("tls.", one.certificate(), other.key(), one.ca());
    assertRefused(
        () -> ServerTls.of(mixed),
        "tls.key (%s) is not the key of the first certificate of tls.certificate (%s)"
            .formatted(other.key().orElseThrow(), one.certificate().orElseThrow()));
  }

  @Test
  void absentAndWrongFilesAreNamedWithTheirProperty() throws Exception {
    Path absent = directory.resolve("absent.pem");
    assertRefused(() -> ClientTls.of(trusting(absent)), "tls.ca: no file " + absent);
    Path garbage = Files.writeString(directory.resolve("garbage.pem"), "garbage");
    assertRefused(
        () -> ClientTls.of(trusting(garbage)),
        "tls.ca names a file of X.509 certificates in PEM, which " + garbage + " is not");
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    assertRefused(
        () -> ClientTls.of(trusting(empty)),
        "tls.ca names a file of X.509 certificates in PEM, which " + empty + " is not");
    assertRefused(
        () ->
            ServerTls.of(
                new TlsFiles("tls.", one.certificate(), one.certificate(), Optional.empty())),
        "tls.key names a file with an EC or RSA private key, PKCS#8 in PEM without a password, which "
            + one.certificate().orElseThrow()
            + " is not");
  }

  private static TlsFiles trusting(Path ca) {
    return new TlsFiles("tls.", Optional.empty(), Optional.empty(), Optional.of(ca));
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable made, String message) {
    assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
