package io.hybridycsb.veritas.stores.redis;

import static io.hybridycsb.veritas.stores.redis.RedisStateStore.ascii;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a connection the only writer of its Redis. Commands of an abandoned connection, or from
 * before the node's restart, may still wait in the server's buffers; run late, they would overwrite
 * newer values. The server drops them with their connection.
 */
final class RedisFence {
  private static final byte[] CLIENT = ascii("CLIENT");
  private static final byte[] NAME = ascii("veritas-writer");
  private static final Pattern OLD_WRITER =
      Pattern.compile("^id=(\\d+) .*\\bname=veritas-writer ", Pattern.MULTILINE);

  private RedisFence() {}

  static void raise(RedisLink link) throws IOException {
    link.command(CLIENT, 1);
    link.argument(ascii("LIST"));
    Matcher oldWriters = OLD_WRITER.matcher(new String((byte[]) link.reply(), UTF_8));
    while (oldWriters.find()) {
      // By default a connection doesn't kill itself, should this be called on it twice.
      link.command(CLIENT, 3);
      link.argument(ascii("KILL"));
      link.argument(ascii("ID"));
      link.argument(ascii(oldWriters.group(1)));
      link.reply();
    }
    link.command(CLIENT, 2);
    link.argument(ascii("SETNAME"));
    link.argument(NAME);
    link.reply();
  }
}
