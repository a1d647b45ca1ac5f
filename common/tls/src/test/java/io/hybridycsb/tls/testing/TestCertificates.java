package io.hybridycsb.tls.testing;

import io.hybridycsb.tls.TlsFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/**
 * A CA of a test's own. All files are in one directory. Certificates are put together here, since
 * the JDK makes them in a process of its keytool only, which takes half a second each.
 */
public final class TestCertificates {
  private static final int SEQUENCE = 0x30;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;

  /** {@code ecdsa-with-SHA256}, 1.2.840.10045.4.3.2. */
  private static final byte[] ECDSA_WITH_SHA256 =
      der(SEQUENCE, der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));

  /** {@code basicConstraints}, critical: a CA. */
  private static final byte[] IS_CA =
      der(
          SEQUENCE,
          der(0x06, bytes(0x55, 0x1d, 0x13)),
          der(0x01, bytes(0xff)),
          der(OCTET_STRING, der(SEQUENCE, der(0x01, bytes(0xff)))));

  private static final byte[] LOOPBACK = der(0x87, bytes(127, 0, 0, 1));

  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path directory;
  private final KeyPairGenerator generator;
  private final KeyPair keys;
  private final Path ca;
  private int serial;

  /** Makes the CA. */
  public TestCertificates(Path directory) throws Exception {
    this.directory = Files.createDirectories(directory);
    generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    keys = generator.generateKeyPair();
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    ca = write("ca.pem", "CERTIFICATE", certificate("test CA", keys, yesterday, 10, IS_CA));
  }

  /** A certificate for 127.0.0.1 and localhost, and its key. */
  public TlsFiles issue(String name) throws Exception {
    return issue(name, -1, 10, LOOPBACK, dns("localhost"));
  }

  /** A certificate for another host. */
  public TlsFiles issueForElsewhere(String name) throws Exception {
    return issue(name, -1, 10, dns("elsewhere.example"));
  }

  /** A certificate that was good ten days ago, for a day. */
  public TlsFiles issueExpired(String name) throws Exception {
    return issue(name, -10, 1, LOOPBACK);
  }

  private TlsFiles issue(String name, int fromDay, int days, byte[]... hosts) throws Exception {
    KeyPair own = generator.generateKeyPair();
    // subjectAltName
    byte[] extension =
        der(SEQUENCE, der(0x06, bytes(0x55, 0x1d, 0x11)), der(OCTET_STRING, der(SEQUENCE, hosts)));
    byte[] certificate =
        certificate(name, own, Instant.now().plus(Duration.ofDays(fromDay)), days, extension);
    return new TlsFiles(
        "tls.",
        Optional.of(write(name + ".pem", "CERTIFICATE", certificate)),
        Optional.of(write(name + ".key", "PRIVATE KEY", own.getPrivate().getEncoded())),
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

  /** X.509, version 3, signed by the CA. */
  private byte[] certificate(String name, KeyPair own, Instant from, int days, byte[] extension)
      throws GeneralSecurityException {
    byte[] content =
        der(
            SEQUENCE,
            der(0xa0, der(0x02, bytes(2))),
            der(0x02, BigInteger.valueOf(++serial).toByteArray()),
            ECDSA_WITH_SHA256,
            new X500Principal("CN=test CA").getEncoded(),
            der(SEQUENCE, time(from), time(from.plus(Duration.ofDays(days)))),
            new X500Principal("CN=" + name).getEncoded(),
            own.getPublic().getEncoded(),
            der(0xa3, der(SEQUENCE, extension)));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(content);
    return der(SEQUENCE, content, ECDSA_WITH_SHA256, der(BIT_STRING, bytes(0), signature.sign()));
  }

  private static byte[] time(Instant instant) {
    return der(0x17, UTC_TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] dns(String host) {
    return der(0x82, host.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** One value in DER: its tag, its length, and what is in it. */
  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(tag);
    if (content.size() < 0x80) {
      value.write(content.size());
    } else {
      byte[] length = BigInteger.valueOf(content.size()).toByteArray();
      int skip = length[0] == 0 ? 1 : 0;
      value.write(0x80 | length.length - skip);
      value.write(length, skip, length.length - skip);
    }
    value.writeBytes(content.toByteArray());
    return value.toByteArray();
  }

  private Path write(String name, String label, byte[] encoded) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    String pem = "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    return Files.writeString(directory.resolve(name), pem, StandardCharsets.US_ASCII);
  }
}
