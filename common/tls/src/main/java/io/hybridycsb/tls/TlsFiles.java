package io.hybridycsb.tls;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The PEM files by which one side of a connection proves its identity and checks the other's.
 *
 * @param prefix what the names of the properties begin with, for messages, such as {@code tls.}
 * @param certificate its own certificate, followed by the intermediate ones up to the CA's
 * @param key the certificate's private key, PKCS#8
 * @param ca certificates of the authorities that are trusted to vouch for the other side
 */
public record TlsFiles(
    String prefix, Optional<Path> certificate, Optional<Path> key, Optional<Path> ca) {
  /** No TLS. */
  public static final TlsFiles NONE =
      new TlsFiles("tls.", Optional.empty(), Optional.empty(), Optional.empty());

  /** Checks that a certificate comes with its key. */
  public TlsFiles {
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException(
          prefix + "certificate and " + prefix + "key are given both or not at all");
    }
  }

  /**
   * Takes them from properties named {@code certificate}, {@code key} and {@code ca} after a
   * prefix.
   *
   * @param property the value of a property; null or empty if there is none
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  public static TlsFiles of(String prefix, UnaryOperator<String> property) {
    return new TlsFiles(
        prefix,
        path(property.apply(prefix + "certificate")),
        path(property.apply(prefix + "key")),
        path(property.apply(prefix + "ca")));
  }

  private static Optional<Path> path(String value) {
    return Optional.ofNullable(value).map(String::strip).filter(v -> !v.isEmpty()).map(Path::of);
  }

  /** A property's name. */
  String name(String last) {
    return prefix + last;
  }
}
