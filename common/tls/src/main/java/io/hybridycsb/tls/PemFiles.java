package io.hybridycsb.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads PEM files. A wrong file is an {@link IllegalArgumentException} that names it. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  /** The kinds of key that the JDK signs handshakes with. */
  private static final List<String> KEY_KINDS = List.of("EC", "RSA");

  private PemFiles() {}

  /** All certificates of a file, in its order. */
  static List<X509Certificate> certificates(String property, Path file) {
    byte[] text = read(property, file).getBytes(StandardCharsets.ISO_8859_1);
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      for (Object certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text))) {
        certificates.add((X509Certificate) certificate);
      }
    } catch (CertificateException e) {
      throw notCertificates(property, file, e);
    }
    if (certificates.isEmpty()) {
      throw notCertificates(property, file, null);
    }
    return certificates;
  }

  private static IllegalArgumentException notCertificates(
      String property, Path file, CertificateException cause) {
    return new IllegalArgumentException(
        property + " names a file of X.509 certificates in PEM, which " + file + " is not", cause);
  }

  static PrivateKey key(String property, Path file) {
    Matcher pem = KEY.matcher(read(property, file));
    if (pem.find()) {
      for (String kind : KEY_KINDS) {
        try {
          byte[] pkcs8 = Base64.getMimeDecoder().decode(pem.group(1));
          return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
          // Perhaps the key is of another kind.
        }
      }
    }
    throw new IllegalArgumentException(
        ("%s names a file with an EC or RSA private key, PKCS#8 in PEM without a password,"
                + " which %s is not")
            .formatted(property, file));
  }

  private static String read(String property, Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(property + ": no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(property + ": can't read " + file + ": " + e, e);
    }
  }
}
