package io.hybridycsb.veritas.server;

import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;

/**
 * How a client finds a cluster: a properties file with {@code veritas.cluster}, the path of {@code
 * cluster.json}, and {@code veritas.key}, that of its private key; where the cluster has TLS, also
 * {@code veritas.tls.ca}, {@code veritas.tls.certificate} and {@code veritas.tls.key}.
 */
public final class ClientProperties {
  private final Path file;
  private final Properties properties = new Properties();

  private ClientProperties(Path file) {
    this.file = file;
  }

  /**
   * @throws IllegalArgumentException if the file is absent or can't be read
   */
  public static ClientProperties read(Path file) {
    ClientProperties read = new ClientProperties(file);
    try (Reader reader = Files.newBufferedReader(file)) {
      read.properties.load(reader);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no configuration file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read " + file + ": " + e.getMessage(), e);
    }
    return read;
  }

  /**
   * @throws IllegalArgumentException if there is none; the message says what was expected
   */
  public ClusterConfig cluster() {
    return ClusterConfig.read(path("veritas.cluster"));
  }

  /**
   * @throws IllegalArgumentException if there is none; the message says what was expected
   */
  public SigningKey key() {
    return SigningKey.read(path("veritas.key"));
  }

  /**
   * The files of {@code veritas.tls.*}.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  public TlsFiles tls() {
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
