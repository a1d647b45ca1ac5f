package io.hybridycsb.veritas.server;

import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.Properties;
import picocli.CommandLine.Option;

/**
 * How a command finds a cluster: a properties file with {@code veritas.cluster}, the path of {@code
 * cluster.json}, and {@code veritas.key}, the path of its private key. Where the cluster has TLS,
 * it also has {@code veritas.tls.ca}, {@code veritas.tls.certificate} and {@code veritas.tls.key}.
 */
final class ClientProperties {
  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description =
          "Properties veritas.cluster (path of cluster.json), veritas.key and veritas.tls.*.")
  private Path file;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "10000",
      description = "How long nodes are waited for (default: ${DEFAULT-VALUE}).")
  private int timeoutMs;

  private Properties properties;

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
   * The options that the command line and the file give.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  ClientOptions options() {
    return ClientOptions.DEFAULT
        .withTimeoutMs(timeoutMs)
        .withTls(TlsFiles.of("veritas.tls.", properties()::getProperty));
  }

  private Path path(String name) {
    String value = properties().getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException(file + ": property " + name + " is missing");
    }
    return Path.of(value);
  }

  private Properties properties() {
    if (properties == null) {
      properties = Settings.load(file);
    }
    return properties;
  }
}
