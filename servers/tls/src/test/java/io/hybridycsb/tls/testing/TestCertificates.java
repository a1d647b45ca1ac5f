package io.hybridycsb.tls.testing;

import io.hybridycsb.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A CA of a test's own, by the JDK's keytool. All files are in one directory. */
public final class TestCertificates {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final int KEYTOOL_SECONDS = 60;

  private final Path directory;
  private final Path store;
  private final Path ca;

  /** Makes the CA. */
  public TestCertificates(Path directory) throws Exception {
    this.directory = Files.createDirectories(directory);
    store = directory.resolve("all.p12");
    keytool("ca", "CN=test CA", "-validity", "10", "-ext", "bc:c");
    ca = write("ca.pem", "CERTIFICATE", List.of(open().getCertificate("ca").getEncoded()));
  }

  /** A certificate for 127.0.0.1 and localhost, and its key. */
  public TlsFiles issue(String name) throws Exception {
    return issue(name, "san=ip:127.0.0.1,dns:localhost");
  }

  /** A certificate for another host. */
  public TlsFiles issueForElsewhere(String name) throws Exception {
    return issue(name, "san=dns:elsewhere.example");
  }

  /** A certificate that was good ten days ago, for a day. */
  public TlsFiles issueExpired(String name) throws Exception {
    return issue(name, "san=ip:127.0.0.1", "-startdate", "-10d", "-validity", "1");
  }

  private TlsFiles issue(String name, String hosts, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("-signer", "ca", "-signerkeypass", "password", "-ext", hosts));
    arguments.addAll(more.length == 0 ? List.of("-validity", "10") : List.of(more));
    keytool(name, "CN=" + name, arguments.toArray(String[]::new));
    KeyStore all = open();
    byte[] key = all.getKey(name, PASSWORD).getEncoded();
    Certificate certificate = all.getCertificate(name);
    return new TlsFiles(
        "tls.",
        Optional.of(write(name + ".pem", "CERTIFICATE", List.of(certificate.getEncoded()))),
        Optional.of(write(name + ".key", "PRIVATE KEY", List.of(key))),
        Optional.of(ca));
  }

  /** The CA's certificate, with nothing to show. */
  public TlsFiles trust() {
    return new TlsFiles("tls.", Optional.empty(), Optional.empty(), Optional.of(ca));
  }

  /** The same files for a server that asks its clients for nothing. */
  public static TlsFiles withoutCa(TlsFiles files) {
    return new TlsFiles(files.prefix(), files.certificate(), files.key(), Optional.empty());
  }

  private void keytool(String name, String subject, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"));
    // Nobody has to guess the password.
    for (String count : List.of("certPbe", "keyPbe", "mac")) {
      command.add("-J-Dkeystore.pkcs12.%sIterationCount=1".formatted(count));
    }
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", subject));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", "password"));
    command.addAll(List.of(more));
    Path output = directory.resolve("keytool.out");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException("keytool: " + Files.readString(output));
    }
  }

  private KeyStore open() throws IOException, GeneralSecurityException {
    KeyStore all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      all.load(in, PASSWORD);
    }
    return all;
  }

  private Path write(String name, String label, List<byte[]> encoded) throws IOException {
    StringBuilder pem = new StringBuilder();
    for (byte[] bytes : encoded) {
      String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
      pem.append("-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n");
    }
    return Files.writeString(directory.resolve(name), pem, StandardCharsets.US_ASCII);
  }
}
