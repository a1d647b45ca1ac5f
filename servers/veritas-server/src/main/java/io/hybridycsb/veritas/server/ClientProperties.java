package io.hybridycsb.veritas.server;

import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.Properties;

/**
 * How a client finds a cluster: a properties file with {@code veritas.cluster}, the path of {@code
 * cluster.json}, and {@code veritas.key}, the path of its private key. Where the cluster has TLS,
 * it also has {@code veritas.tls.ca}, {@code veritas.tls.certificate} and {@code veritas.tls.key}.
 */
final class ClientProperties {
  private final Path file;
  private final Properties properties;

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if the file is absent or can't be read
   */
  ClientProperties(Path file) {
    this.file = file;
    properties = Settings.load(file);
  }

  /**
   * @throws IllegalArgumentException if there is none; the message says what was expected
   */
  ClusterConfig cluster() {
    return ClusterConfig.read(path("veritas.cluster"));
  }

  /**
   * @throws IllegalArgumentException if there is none; the message says what was expected
   */
  SigningKey key() {
    return SigningKey.read(path("veritas.key"));
  }

  /**
   * The files of {@code veritas.tls.*}.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  TlsFiles tls() {
    return TlsFiles.of("veritas.tls.", properties::getProperty);
  }

  private Path path(String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException(file + ": property " + name + " is missing");
    }
    return Path.of(value);
  }
}
