package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import java.net.SocketAddress;
import java.util.Optional;

/**
 * Where a Redis is and how long to wait for it.
 *
 * @param address {@code host:port} or {@code unix:/path/of/socket}
 * @param connectTimeoutMs longest wait for a connection
 * @param ioTimeoutMs longest wait for a byte to come or go on a connection
 * @param retryMs how long a call reconnects and tries again before it fails
 * @param readConnections connections shared by the reading threads
 * @param tls for its connections; empty: plain ones
 * @param password of its default user; empty: none is asked for
 */
public record RedisOptions(
    String address,
    int connectTimeoutMs,
    int ioTimeoutMs,
    int retryMs,
    int readConnections,
    Optional<ClientTls> tls,
    String password) {

  private static final Property<String> ADDRESS =
      Property.text(
          "redis.address", "HOST:PORT", "127.0.0.1:6379", "where it is: HOST:PORT or unix:/path");
  private static final Property<Integer> CONNECT_TIMEOUT_MS =
      positive("redis.connect.timeout.ms", 5_000, "longest wait for a connection")
          .formerly("redis.connectTimeoutMs");
  private static final Property<Integer> IO_TIMEOUT_MS =
      positive("redis.io.timeout.ms", 10_000, "longest wait for a byte to come or go")
          .formerly("redis.ioTimeoutMs");
  private static final Property<Integer> RETRY_MS =
      positive("redis.retry.ms", 10_000, "how long a call is made again before it fails")
          .formerly("redis.retryMs");
  private static final Property<Integer> READ_CONNECTIONS =
      positive("redis.read.connections", 4, "connections that reading threads share")
          .formerly("redis.readConnections");

  private static final Property<String> PASSWORD =
      Property.text("redis.password", "TEXT", "", "the password that it asks for").secret();

  /** Whether connections use TLS. */
  public static final Property<Boolean> TLS =
      Property.flag("redis.tls", false, "whether it is connected to over TLS, by tls.ca");

  /** Checks the form of the address. */
  public RedisOptions {
    parse(address);
    if (isUnixSocket(address) && tls.isPresent()) {
      throw new IllegalArgumentException(
          "redis.tls=true is for a redis.address of host:port, not " + address);
    }
  }

  private static Property<Integer> positive(String name, int defaultValue, String description) {
    return Property.integer(name, defaultValue, 1, Integer.MAX_VALUE, description);
  }

  /**
   * Takes them from a node's settings.
   *
   * @throws IllegalArgumentException if one is wrong
   */
  public static RedisOptions of(Settings settings) {
    return new RedisOptions(
        settings.get(ADDRESS),
        settings.get(CONNECT_TIMEOUT_MS),
        settings.get(IO_TIMEOUT_MS),
        settings.get(RETRY_MS),
        settings.get(READ_CONNECTIONS),
        settings.get(TLS) ? Optional.of(tls(settings)) : Optional.empty(),
        settings.get(PASSWORD));
  }

  private static ClientTls tls(Settings settings) {
    return ClientTls.of(TlsFiles.of("tls.", settings::text))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "redis.tls=true needs tls.ca: the CA by which Redis is known"));
  }

  /** Whether it is reached by a Unix socket, which has no TLS. */
  boolean isUnixSocket() {
    return isUnixSocket(address);
  }

  private static boolean isUnixSocket(String address) {
    return address.startsWith("unix:");
  }

  /** Looks the host name up each time, since an address may change between connections. */
  SocketAddress resolve() {
    return parse(address);
  }

  private static SocketAddress parse(String address) {
    try {
      return Form.socketAddress().parser().apply(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "redis.address must be host:port or unix:/path, not '" + address + "'", e);
    }
  }
}
