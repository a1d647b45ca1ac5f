package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.CommandOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The certificate that all nodes of a cluster show each other, and the only one that they trust.
 * Clients of etcd show it, too. It signs itself and is for 127.0.0.1. So whoever has no access to
 * the cluster's directory can't pass for a node, or for such a client.
 */
public final class PeerCertificate {
  private static final String ALIAS = "peer";
  private static final String TYPE = "PKCS12";
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path store;
  private final Path passwordFile;

  private PeerCertificate(Path store, Path passwordFile) {
    this.store = store;
    this.passwordFile = passwordFile;
  }

  /** The cluster's, which is made unless it exists. */
  public static PeerCertificate of(PlanContext context) {
    context.password(ALIAS);
    Path store = context.directory().resolve("passwords").resolve("peer.p12");
    PeerCertificate certificate = new PeerCertificate(store, context.passwordFile(ALIAS));
    if (!Files.exists(store)) {
      certificate.make();
    }
    return certificate;
  }

  /** The file with certificate and private key, PKCS#12. */
  public Path store() {
    return store;
  }

  /** The store's password. */
  public String password() {
    return Passwords.in(passwordFile);
  }

  /** Whom it is for, as a distinguished name. */
  public String subject() {
    return "CN=" + ALIAS;
  }

  private void make() {
    Path part = store.resolveSibling("peer.part");
    Disk.remove(part);
    CommandOutput.succeed(command(part), TIMEOUT, "make a certificate");
    Attempt.to(
        "make a certificate in " + store,
        () -> Files.move(Files.setPosixFilePermissions(part, OWNER_ONLY), store));
  }

  private List<String> command(Path part) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        ALIAS,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        subject(),
        "-validity",
        "36500",
        "-ext",
        "san=ip:127.0.0.1",
        "-storetype",
        TYPE,
        "-keystore",
        part.toString(),
        "-storepass:file",
        passwordFile.toString());
  }

  /** A file with the certificate and one with its private key, in PEM; made unless they exist. */
  public Pem pem() {
    Pem pem = new Pem(store.resolveSibling("peer.pem"), store.resolveSibling("peer.key"));
    if (!Files.exists(pem.key())) {
      char[] password = password().toCharArray();
      try (InputStream in = Files.newInputStream(store)) {
        KeyStore keys = KeyStore.getInstance(TYPE);
        keys.load(in, password);
        KeyFiles.writePem(
            pem.certificate(), "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
        KeyFiles.writePem(pem.key(), "PRIVATE KEY", keys.getKey(ALIAS, password).getEncoded());
      } catch (IOException | GeneralSecurityException e) {
        throw new HarnessException("cannot read " + store + ": " + e.getMessage(), e);
      }
    }
    return pem;
  }

  /**
   * In PEM.
   *
   * @param certificate the file of the certificate
   * @param key that of the private key, PKCS#8
   */
  public record Pem(Path certificate, Path key) {}
}
