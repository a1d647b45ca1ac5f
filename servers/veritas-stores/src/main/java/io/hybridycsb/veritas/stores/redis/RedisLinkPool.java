package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.tls.TlsFailures;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A fixed number of connections. A call whose connection breaks is repeated on a new one until
 * {@link RedisOptions#retryMs} have passed, so it must be idempotent.
 */
final class RedisLinkPool implements AutoCloseable {
  private static final long BACKOFF_MS = 20;

  private final RedisOptions options;
  private final int size;
  private final LinkedBlockingDeque<RedisLink> idle = new LinkedBlockingDeque<>();
  private volatile boolean closed;

  RedisLinkPool(RedisOptions options, int size) {
    this.options = options;
    this.size = size;
    for (int i = 0; i < size; i++) {
      idle.add(new RedisLink(options));
    }
  }

  /** A call on a connection. */
  interface Call<T> {
    /**
     * Writes commands and reads all their replies.
     *
     * @param reconnected the connection is new
     */
    T on(RedisLink link, boolean reconnected) throws IOException;
  }

  <T> T call(Call<T> call) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.retryMs());
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
          giveUpOrPause(deadlineNs, "can't be reached" + hint(e), e);
        } catch (JedisDataException e) {
          link.close();
          if (!isPassing(e)) {
            throw new StoreException(describe() + " answers: " + e.getMessage(), e);
          }
          giveUpOrPause(deadlineNs, "answers", e);
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
      throw interrupted(e);
    }
  }

  private void giveUpOrPause(long deadlineNs, String what, Exception cause) {
    if (System.nanoTime() - deadlineNs >= 0) {
      throw new StoreException(
          describe()
              + " "
              + what
              + ": "
              + TlsFailures.explain(cause).orElse(cause.getMessage())
              + ", tried for "
              + options.retryMs()
              + " ms",
          cause);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(BACKOFF_MS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** A TLS port of Redis closes a plain connection silently. */
  private String hint(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    boolean ended =
        message.equals("Connection reset")
            || message.equals("Broken pipe")
            || message.startsWith("Unexpected end of stream");
    return ended && options.tls().isEmpty()
        ? " (if it expects TLS, redis.tls=true is missing)"
        : "";
  }

  private StoreException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new StoreException(describe() + ": interrupted while waiting", cause);
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
