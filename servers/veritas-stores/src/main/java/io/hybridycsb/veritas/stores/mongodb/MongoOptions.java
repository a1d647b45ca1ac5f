package io.hybridycsb.veritas.stores.mongodb;

import com.mongodb.ConnectionString;

/**
 * Where a MongoDB is and how long to wait for it.
 *
 * @param url {@code mongodb://host:port}, with the driver's options if need be
 * @param database its name; the collection {@code veritas_state} in it is the store's
 * @param timeoutMs longest wait for a server, a connection, or a reply
 */
public record MongoOptions(String url, String database, int timeoutMs) {

  /** Checks the form of the address and the time. */
  public MongoOptions {
    parse(url);
    if (!database.matches("[A-Za-z0-9_-]{1,63}")) {
      throw new IllegalArgumentException(
          "mongodb.database must be 1 to 63 letters, digits, '_' or '-', not '" + database + "'");
    }
    if (timeoutMs < 100) {
      throw new IllegalArgumentException(
          "mongodb.timeoutMs must be at least 100, not " + timeoutMs);
    }
  }

  /** The defaults: database {@code veritas}, 10 s. */
  public static MongoOptions at(String url) {
    return new MongoOptions(url, "veritas", 10_000);
  }

  ConnectionString address() {
    return parse(url);
  }

  private static ConnectionString parse(String url) {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      // What was given is not shown: there may be a password in it.
      throw new IllegalArgumentException("mongodb.url must be of the form mongodb://host:port", e);
    }
  }

  /** Hosts and database, without user, password and options. */
  @Override
  public String toString() {
    return String.join(",", address().getHosts()) + "/" + database;
  }
}
