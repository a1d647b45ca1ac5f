package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.tls.ClientTls;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a Redis is and how long to wait for it.
 *
 * @param address {@code host:port} or {@code unix:/path/of/socket}
 * @param connectTimeoutMs longest wait for a connection
 * @param ioTimeoutMs longest wait for a byte to come or go on a connection
 * @param retryMs how long a call reconnects and tries again before it fails
 * @param readConnections connections shared by the reading threads
 * @param tls by which it is connected to; empty: plainly
 */
public record RedisOptions(
    String address,
    int connectTimeoutMs,
    int ioTimeoutMs,
    int retryMs,
    int readConnections,
    Optional<ClientTls> tls) {

  private static final String UNIX = "unix:";

  /** Checks the form of the address and that the numbers are positive. */
  public RedisOptions {
    requirePositive("redis.connectTimeoutMs", connectTimeoutMs);
    requirePositive("redis.ioTimeoutMs", ioTimeoutMs);
    requirePositive("redis.retryMs", retryMs);
    requirePositive("redis.readConnections", readConnections);
    if (parse(address) instanceof UnixDomainSocketAddress && tls.isPresent()) {
      throw new IllegalArgumentException(
          "redis.tls=true is for a redis.address of host:port, not " + address);
    }
  }

  /** The defaults: 5 s to connect, 10 s for a byte, 10 s of retries, 4 connections for readers. */
  public static RedisOptions at(String address) {
    return new RedisOptions(address, 5_000, 10_000, 10_000, 4, Optional.empty());
  }

  /** The same over TLS. */
  public RedisOptions withTls(ClientTls newTls) {
    return new RedisOptions(
        address, connectTimeoutMs, ioTimeoutMs, retryMs, readConnections, Optional.of(newTls));
  }

  /** Looks the host name up anew, since an address may change between connections. */
  SocketAddress resolve() {
    return parse(address);
  }

  private static SocketAddress parse(String address) {
    if (address.startsWith(UNIX)) {
      return UnixDomainSocketAddress.of(Path.of(address.substring(UNIX.length())));
    }
    int colon = address.lastIndexOf(':');
    if (colon > 0) {
      try {
        int port = Integer.parseInt(address.substring(colon + 1));
        if (port > 0 && port < 65_536) {
          return new InetSocketAddress(address.substring(0, colon), port);
        }
      } catch (NumberFormatException e) {
        // Falls through to the message that says what was expected.
      }
    }
    throw new IllegalArgumentException(
        "redis.address must be host:port or unix:/path, not '" + address + "'");
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be above 0, not " + value);
    }
  }
}
