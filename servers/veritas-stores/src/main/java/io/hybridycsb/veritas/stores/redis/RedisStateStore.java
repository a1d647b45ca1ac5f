package io.hybridycsb.veritas.stores.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseStateStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Protocol.Command;

/**
 * The state in a Redis database that one node has to itself.
 *
 * <p>A value stands under {@code v:} and its state key. The sorted set {@code veritas:index} holds
 * the state keys, all of score 0 and hence in the order of their bytes. {@code veritas:height}
 * holds {@link #HEIGHT_BASE} plus the applied height.
 *
 * <p>Redis loses everything when it dies, or goes back to an old snapshot, while the node lives on.
 * Every reply to a read therefore comes with the height, and the writer asks for it on each new
 * connection. A Redis that is emptied without a break in the connection is noticed too. The height
 * is incremented rather than set, and a counter that starts from nothing is below the base.
 */
public final class RedisStateStore extends DatabaseStateStore {
  static final byte[] VALUE_PREFIX = ascii("v:");
  static final byte[] INDEX = ascii("veritas:index");
  static final byte[] HEIGHT = ascii("veritas:height");

  /** Above any height, so that a counter that started again from 0 is noticed. */
  static final long HEIGHT_BASE = 1_000_000_000_000_000_000L;

  private static final int CLEAR_KEYS = 1_000;

  private static final Pattern OLD_WRITER =
      Pattern.compile("^id=(\\d+) .*\\bname=veritas-writer ", Pattern.MULTILINE);

  private final RedisOptions options;
  private final RedisLinkPool writer;
  private final RedisLinkPool readers;

  private RedisStateStore(RedisOptions options) {
    this.options = options;
    writer = new RedisLinkPool(options, 1);
    readers = new RedisLinkPool(options, options.readConnections());
  }

  /**
   * Connects to a Redis and takes over the state it holds.
   *
   * @throws StoreException if it can't be reached
   */
  public static RedisStateStore open(RedisOptions options) {
    RedisStateStore store = new RedisStateStore(options);
    store.takeOver(
        () ->
            store.writer.call(
                (link, reconnected) -> {
                  dropOtherWriters(link);
                  return readHeight(link);
                }));
    return store;
  }

  /**
   * Makes a connection the only writer of its Redis. Commands of an abandoned connection, or from
   * before the node's restart, may still wait in the server's buffers; run late, they would
   * overwrite newer values. The server drops them with their connection.
   */
  static void dropOtherWriters(RedisLink link) throws IOException {
    link.send(Command.CLIENT, ascii("LIST"));
    Matcher oldWriters = OLD_WRITER.matcher(new String((byte[]) link.reply(), UTF_8));
    while (oldWriters.find()) {
      // By default a connection doesn't kill itself, should this be called on it twice.
      link.send(Command.CLIENT, ascii("KILL"), ascii("ID"), ascii(oldWriters.group(1)));
      link.reply();
    }
    link.send(Command.CLIENT, ascii("SETNAME"), ascii("veritas-writer"));
    link.reply();
  }

  @Override
  protected List<byte[]> valuesOf(List<byte[]> keys) {
    return readers.call((link, reconnected) -> valuesOf(link, keys));
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    List<StateEntry> entries = new ArrayList<>();
    byte[] next = from;
    while (entries.size() < limit && Arrays.compareUnsigned(next, to) < 0) {
      int page = Math.min(limit - entries.size(), READ_KEYS_MAX);
      byte[] start = next;
      List<byte[]> keys =
          readers.call((link, reconnected) -> readPage(link, start, to, page, entries));
      if (keys.size() < page) {
        break;
      }
      // The smallest key above the page's last one. A page may hold keys that were deleted before
      // their values were read, so its being full doesn't mean that the limit is reached.
      byte[] last = keys.get(page - 1);
      next = Arrays.copyOf(last, last.length + 1);
    }
    return entries;
  }

  /** Reads the keys of a page, adds those that have a value to {@code entries}, returns all. */
  private List<byte[]> readPage(
      RedisLink link, byte[] from, byte[] to, int limit, List<StateEntry> entries)
      throws IOException {
    link.command(Command.ZRANGEBYLEX, 6);
    link.argument(INDEX);
    link.argument(new byte[] {'['}, from);
    link.argument(new byte[] {'('}, to);
    link.argument(ascii("LIMIT"));
    link.argument(0);
    link.argument(limit);
    List<byte[]> keys = byteLists(link.reply());
    List<byte[]> values = valuesOf(link, keys);
    for (int i = 0; i < keys.size(); i++) {
      if (values.get(i) != null) {
        entries.add(new StateEntry(keys.get(i), values.get(i)));
      }
    }
    return keys;
  }

  /** Reads at most {@link #READ_KEYS_MAX} values; the height comes along, to notice a loss. */
  private List<byte[]> valuesOf(RedisLink link, List<byte[]> keys) throws IOException {
    Era now = intactEra();
    long confirmed = now.applied();
    link.command(Command.MGET, 1 + keys.size());
    link.argument(HEIGHT);
    for (byte[] key : keys) {
      link.argument(VALUE_PREFIX, key);
    }
    List<byte[]> reply = byteLists(link.reply());
    requireConfirmed(now, heightOf(reply.get(0)), confirmed);
    return reply.subList(1, reply.size());
  }

  @Override
  public void apply(StateBatch batch) {
    Era now = intactEra();
    batch.requireNotBefore(now.applied());
    RedisBatchWriter commands = new RedisBatchWriter(batch);
    writer.call(
        (link, reconnected) -> {
          if (reconnected) {
            dropOtherWriters(link);
            checkAfterReconnect(link, now);
            batch.requireNotBefore(now.applied());
          }
          now.attempt(batch.height());
          long counter = commands.send(link, batch.height() - now.applied());
          checkHeight(now, counter - HEIGHT_BASE, batch.height());
          return null;
        });
    now.confirm(batch.height());
  }

  /** The connection may have broken after a batch was applied and before the reply. */
  private void checkAfterReconnect(RedisLink link, Era now) throws IOException {
    long height = readHeight(link);
    now.confirmAttempted(height);
    checkHeight(now, height, now.applied());
  }

  private void checkHeight(Era now, long height, long expected) {
    requireConfirmed(now, height, expected);
    if (height > expected) {
      throw new StoreException(
          String.format(
              "%s is at height %d instead of %d: something else writes to it",
              describe(), height, expected));
    }
  }

  @Override
  public long appliedHeight() {
    Era now = intactEra();
    long confirmed = now.applied();
    long height = readers.call((link, reconnected) -> readHeight(link));
    requireConfirmed(now, height, confirmed);
    return height;
  }

  /** Deletes the keys that are this store's; other keys of the same database stay. */
  @Override
  protected void empty() {
    writer.call(
        (link, reconnected) -> {
          if (reconnected) {
            dropOtherWriters(link);
          }
          link.send(Command.DEL, HEIGHT);
          link.reply();
          clearValues(link);
          link.send(Command.UNLINK, INDEX);
          link.reply();
          link.send(Command.SET, HEIGHT, ascii(Long.toString(HEIGHT_BASE)));
          link.reply();
          return null;
        });
  }

  private static void clearValues(RedisLink link) throws IOException {
    byte[] cursor = {'0'};
    do {
      link.command(Command.SCAN, 5);
      link.argument(cursor);
      link.argument(ascii("MATCH"));
      link.argument(VALUE_PREFIX, new byte[] {'*'});
      link.argument(ascii("COUNT"));
      link.argument(CLEAR_KEYS);
      List<?> reply = (List<?>) link.reply();
      cursor = (byte[]) reply.get(0);
      List<byte[]> keys = byteLists(reply.get(1));
      if (!keys.isEmpty()) {
        link.send(Command.UNLINK, keys.toArray(byte[][]::new));
        link.reply();
      }
    } while (!Arrays.equals(cursor, new byte[] {'0'}));
  }

  /** Below 0 if there is none. */
  private static long readHeight(RedisLink link) throws IOException {
    link.send(Command.GET, HEIGHT);
    return heightOf((byte[]) link.reply());
  }

  private static long heightOf(byte[] counter) {
    if (counter == null) {
      return -1;
    }
    try {
      return Long.parseLong(new String(counter, US_ASCII)) - HEIGHT_BASE;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * How often it has sent something to Redis and waited for the answer. The commands of a batch go
   * together and are one round trip.
   */
  public long roundTrips() {
    return writer.roundTrips() + readers.roundTrips();
  }

  @Override
  public String describe() {
    return "redis " + options.address();
  }

  @Override
  public void close() {
    try (writer) {
      readers.close();
    }
  }

  @SuppressWarnings("unchecked") // Redis answers these commands with arrays of bulk strings
  private static List<byte[]> byteLists(Object reply) {
    return (List<byte[]>) reply;
  }

  static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
