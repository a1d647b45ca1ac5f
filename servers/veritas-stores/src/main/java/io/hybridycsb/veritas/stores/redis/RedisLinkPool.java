package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.tls.TlsFailures;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.Retries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A fixed number of connections. A call whose connection breaks is repeated on a new one until
 * {@link RedisOptions#retryMs} have passed, so it must be idempotent.
 */
final class RedisLinkPool implements AutoCloseable {
  private final RedisOptions options;
  private final int size;
  private final LinkedBlockingDeque<RedisLink> idle = new LinkedBlockingDeque<>();
  private final LongAdder roundTrips = new LongAdder();
  private volatile boolean closed;

  RedisLinkPool(RedisOptions options, int size) {
    this.options = options;
    this.size = size;
    for (int i = 0; i < size; i++) {
      idle.add(new RedisLink(options, roundTrips));
    }
  }

  /** How often a connection has sent something and waited for the answer. */
  long roundTrips() {
    return roundTrips.sum();
  }

  interface Call<T> {
    /**
     * Writes commands and reads all their replies.
     *
     * @param reconnected the connection is new
     */
    T on(RedisLink link, boolean reconnected) throws IOException;
  }

  <T> T call(Call<T> call) {
    Retries retries = new Retries(describe(), options.retryMs());
    RedisLink link = borrow();
    boolean healthy = false;
    try {
      while (true) {
        if (closed) {
          throw new StoreException(describe() + " was closed");
        }
        try {
          T result = call.on(link, link.connect());
          healthy = true;
          return result;
        } catch (IOException e) {
          link.close();
          retries.pause("can't be reached%s: %s".formatted(hint(e), reason(e)), e);
        } catch (JedisDataException e) {
          link.close();
          if (!isPassing(e)) {
            throw new StoreException(describe() + " answers: " + e.getMessage(), e);
          }
          retries.pause("answers: " + reason(e), e);
        }
      }
    } finally {
      if (!healthy) {
        link.close();
      }
      idle.addFirst(link);
    }
  }

  private RedisLink borrow() {
    try {
      RedisLink link = idle.pollFirst(options.retryMs(), TimeUnit.MILLISECONDS);
      if (link == null) {
        throw new StoreException(
            describe() + ": no connection became free within " + options.retryMs() + " ms");
      }
      return link;
    } catch (InterruptedException e) {
      throw Retries.interrupted(describe(), e);
    }
  }

  /** A TLS port of Redis closes a plain connection silently. */
  private String hint(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    boolean ended =
        message.equals("Connection reset")
            || message.equals("Broken pipe")
            || message.startsWith("Unexpected end of stream");
    return ended && options.tls().isEmpty() && !options.isUnixSocket()
        ? " (if it expects TLS, redis.tls=true is missing)"
        : "";
  }

  private static String reason(Exception e) {
    return TlsFailures.explain(e).orElse(e.getMessage());
  }

  /** A restarted Redis refuses commands until it has read its snapshot. */
  private static boolean isPassing(JedisDataException e) {
    return e.getMessage() != null && e.getMessage().startsWith("LOADING");
  }

  private String describe() {
    return "redis " + options.address();
  }

  /** Waits for the calls under way, which end by their own deadlines. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    List<RedisLink> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      RedisLink link = borrow();
      link.close();
      all.add(link);
    }
    // Wakes the threads that still wait for a connection; they find the pool closed.
    idle.addAll(all);
  }
}
