package io.hybridycsb.veritas.stores.mongodb;

import com.mongodb.ConnectionString;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;

/**
 * Where a MongoDB is and how long to wait for it.
 *
 * @param url {@code mongodb://host:port}, with the driver's options if need be
 * @param database its name; the collection {@code veritas_state} in it is the store's
 * @param timeoutMs longest wait for a server, a connection, or a reply
 */
public record MongoOptions(String url, String database, int timeoutMs) {

  private static final Property<String> URL =
      Property.text(
              "mongodb.url",
              "mongodb://HOST:PORT",
              "mongodb://127.0.0.1:27017",
              "where it is, with the driver's options if need be")
          .secret();
  private static final Property<String> DATABASE =
      Property.text(
          "mongodb.database",
          "NAME",
          "veritas",
          "the database; its collection veritas_state is the node's");
  private static final Property<Integer> TIMEOUT_MS =
      Property.integer(
              "mongodb.timeout.ms",
              10_000,
              100,
              Integer.MAX_VALUE,
              "longest wait for a server, a connection, or a reply")
          .formerly("mongodb.timeoutMs");

  /** Checks the form of the address and of the name. */
  public MongoOptions {
    parse(url);
    if (!database.matches("[A-Za-z0-9_-]{1,63}")) {
      throw new IllegalArgumentException(
          "mongodb.database must be 1 to 63 letters, digits, '_' or '-', not '" + database + "'");
    }
  }

  /**
   * Takes them from a node's settings.
   *
   * @throws IllegalArgumentException if one is wrong
   */
  public static MongoOptions of(Settings settings) {
    return new MongoOptions(settings.get(URL), settings.get(DATABASE), settings.get(TIMEOUT_MS));
  }

  ConnectionString address() {
    return parse(url);
  }

  private static ConnectionString parse(String url) {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      // The given value isn't shown: it may hold a password.
      throw new IllegalArgumentException("mongodb.url must be of the form mongodb://host:port", e);
    }
  }

  /** Hosts and database, without user, password and options. */
  @Override
  public String toString() {
    return String.join(",", address().getHosts()) + "/" + database;
  }
}
