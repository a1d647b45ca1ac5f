package io.hybridycsb.veritas.stores.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFailures;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * One connection to Redis on which commands are written one after the other and their replies read
 * in the same order. Wraps no argument in an object and buffers {@value #BUFFER_BYTES} bytes, since
 * a node's bulk of work is commands with hundreds of arguments.
 *
 * <p>For one thread at a time. After an exception it must be closed; the next command then opens it
 * again.
 */
final class RedisLink implements Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final RedisOptions options;
  private final LongAdder roundTrips;
  private TimedChannel channel;
  private RedisOutputStream out;
  private RedisInputStream in;
  private boolean unflushed;

  /**
   * @param roundTrips is told of each time that it sends something and waits for the answer
   */
  RedisLink(RedisOptions options, LongAdder roundTrips) {
    this.options = options;
    this.roundTrips = roundTrips;
  }

  /**
   * Connects unless connected; true if it did, so that the server may be another than before.
   *
   * @throws redis.clients.jedis.exceptions.JedisDataException if the password is refused
   */
  boolean connect() throws IOException {
    if (channel != null) {
      return false;
    }
    TimedChannel opened =
        TimedChannel.connect(options.resolve(), options.connectTimeoutMs(), options.ioTimeoutMs());
    Optional<ClientTls> tls = options.tls();
    if (tls.isPresent()) {
      Socket secured = secure(opened, tls.get());
      buffer(secured.getInputStream(), secured.getOutputStream());
    } else {
      buffer(opened.input(), opened.output());
    }
    unflushed = false;
    channel = opened;
    if (!options.password().isEmpty()) {
      send(Command.AUTH, options.password().getBytes(UTF_8));
      reply();
    }
    return true;
  }

  private void buffer(InputStream input, OutputStream output) {
    out = new RedisOutputStream(output, BUFFER_BYTES);
    in = new RedisInputStream(input, BUFFER_BYTES);
  }

  private Socket secure(TimedChannel opened, ClientTls tls) throws IOException {
    try {
      InetSocketAddress address = (InetSocketAddress) options.resolve();
      return tls.over(new ChannelSocket(opened), address.getHostString(), address.getPort());
    } catch (SocketTimeoutException e) {
      opened.close();
      throw new IOException("TLS was expected, and there is " + e.getMessage(), e);
    } catch (IOException e) {
      opened.close();
      throw new IOException(TlsFailures.explain(e).orElse(e.getMessage()), e);
    }
  }

  /** Starts a command with this many arguments after its name. */
  void command(ProtocolCommand name, int arguments) throws IOException {
    out.write(Protocol.ASTERISK_BYTE);
    out.writeIntCrLf(arguments + 1);
    argument(name.getRaw());
    unflushed = true;
  }

  /** Writes a command with these arguments. */
  void send(ProtocolCommand name, byte[]... arguments) throws IOException {
    command(name, arguments.length);
    for (byte[] argument : arguments) {
      argument(argument);
    }
  }

  void argument(byte[] bytes) throws IOException {
    out.write(Protocol.DOLLAR_BYTE);
    out.writeIntCrLf(bytes.length);
    out.write(bytes);
    out.writeCrLf();
  }

  /** Writes one argument that is {@code prefix} followed by {@code bytes}. */
  void argument(byte[] prefix, byte[] bytes) throws IOException {
    out.write(Protocol.DOLLAR_BYTE);
    out.writeIntCrLf(prefix.length + bytes.length);
    out.write(prefix);
    out.write(bytes);
    out.writeCrLf();
  }

  void argument(long number) throws IOException {
    argument(Protocol.toByteArray(number));
  }

  /**
   * Sends what was written and reads the next reply: a {@code byte[]}, a {@code Long}, a list of
   * those, or null.
   *
   * @throws redis.clients.jedis.exceptions.JedisDataException if the reply is an error
   */
  Object reply() throws IOException {
    if (unflushed) {
      out.flush();
      unflushed = false;
      roundTrips.increment();
    }
    try {
      // RESP2, which every connection starts with, knows no push messages to be consumed.
      return Protocol.read(in, null);
    } catch (JedisConnectionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // The connection is given up anyway.
      }
      channel = null;
    }
  }
}
