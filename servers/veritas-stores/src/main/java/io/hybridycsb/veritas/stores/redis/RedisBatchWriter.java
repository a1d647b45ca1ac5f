package io.hybridycsb.veritas.stores.redis;

import static io.hybridycsb.veritas.stores.redis.RedisStateStore.HEIGHT;
import static io.hybridycsb.veritas.stores.redis.RedisStateStore.INDEX;
import static io.hybridycsb.veritas.stores.redis.RedisStateStore.VALUE_PREFIX;
import static io.hybridycsb.veritas.stores.redis.RedisStateStore.ascii;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Sends one batch as few large commands, the height last, and waits once for all replies.
 *
 * <p>A batch that creates or deletes keys is a Redis transaction. Otherwise a node that dies
 * between a batch's commands could leave index and values inconsistent for good. After its restart
 * it may cut the blocks into other batches, which mark other keys as created. A batch that only
 * updates needs no transaction and is a fifth cheaper without: its writes are overwritten, however
 * the blocks are cut.
 */
final class RedisBatchWriter {
  private static final int CHUNK_KEYS = 512;
  private static final int CHUNK_BYTES = 4 << 20;

  private static final byte[] ZERO = ascii("0");

  private final List<StateWrite> puts = new ArrayList<>();
  private final List<StateWrite> created = new ArrayList<>();
  private final List<StateWrite> deletes = new ArrayList<>();

  RedisBatchWriter(StateBatch batch) {
    for (StateWrite write : batch.writes()) {
      if (write.isDelete()) {
        deletes.add(write);
      } else {
        puts.add(write);
        if (write.created()) {
          created.add(write);
        }
      }
    }
  }

  /**
   * Applies the batch and adds {@code heightStep} to the height counter.
   *
   * @return the counter's new value; 0 if one of the commands failed while others took effect
   */
  long send(RedisLink link, long heightStep) throws IOException {
    boolean atomic = !created.isEmpty() || !deletes.isEmpty();
    if (atomic) {
      link.send(Command.MULTI);
    }
    int writes = sendPuts(link) + sendCreated(link) + sendDeletes(link);
    link.command(Command.INCRBY, 2);
    link.argument(HEIGHT);
    link.argument(heightStep);
    if (atomic) {
      link.send(Command.EXEC);
    }
    return readReplies(link, atomic ? writes + 2 : writes);
  }

  private static long readReplies(RedisLink link, int beforeLast) throws IOException {
    JedisDataException refused = null;
    for (int i = 0; i < beforeLast; i++) {
      try {
        link.reply();
      } catch (JedisDataException e) {
        refused = e;
      }
    }
    try {
      Object last = link.reply();
      return refused == null ? newCounter(last) : 0;
    } catch (JedisDataException e) {
      // For a discarded transaction, this is the reason.
      throw refused == null ? e : refused;
    }
  }

  /** From the reply to INCRBY, or to EXEC after it. */
  private static long newCounter(Object last) {
    if (!(last instanceof List<?> results)) {
      return (Long) last;
    }
    for (Object result : results) {
      if (result instanceof JedisDataException) {
        return 0;
      }
    }
    return (Long) results.get(results.size() - 1);
  }

  private int sendPuts(RedisLink link) throws IOException {
    int commands = 0;
    int start = 0;
    while (start < puts.size()) {
      int end = endOfChunk(start);
      link.command(Command.MSET, 2 * (end - start));
      for (int i = start; i < end; i++) {
        StateWrite write = puts.get(i);
        link.argument(VALUE_PREFIX, write.key());
        link.argument(write.value());
      }
      commands++;
      start = end;
    }
    return commands;
  }

  /** A chunk has at least one write, however large. */
  private int endOfChunk(int start) {
    int last = Math.min(start + CHUNK_KEYS, puts.size());
    int bytes = puts.get(start).value().length;
    int end = start + 1;
    while (end < last) {
      bytes += puts.get(end).value().length;
      if (bytes > CHUNK_BYTES) {
        break;
      }
      end++;
    }
    return end;
  }

  private int sendCreated(RedisLink link) throws IOException {
    int commands = 0;
    for (int start = 0; start < created.size(); start += CHUNK_KEYS) {
      int end = Math.min(start + CHUNK_KEYS, created.size());
      link.command(Command.ZADD, 1 + 2 * (end - start));
      link.argument(INDEX);
      for (StateWrite write : created.subList(start, end)) {
        link.argument(ZERO);
        link.argument(write.key());
      }
      commands++;
    }
    return commands;
  }

  private int sendDeletes(RedisLink link) throws IOException {
    int commands = 0;
    for (int start = 0; start < deletes.size(); start += CHUNK_KEYS) {
      int end = Math.min(start + CHUNK_KEYS, deletes.size());
      List<StateWrite> chunk = deletes.subList(start, end);
      link.command(Command.DEL, chunk.size());
      for (StateWrite write : chunk) {
        link.argument(VALUE_PREFIX, write.key());
      }
      link.command(Command.ZREM, 1 + chunk.size());
      link.argument(INDEX);
      for (StateWrite write : chunk) {
        link.argument(write.key());
      }
      commands += 2;
    }
    return commands;
  }
}
