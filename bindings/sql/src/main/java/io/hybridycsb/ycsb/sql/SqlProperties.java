package io.hybridycsb.ycsb.sql;

import io.hybridycsb.settings.DatabaseUrl;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * The properties of a binding for a relational database, as described where they are declared.
 *
 * @param url a JDBC address, whose options may hold a password
 * @param timeoutMs how long a statement, a lock, or the wait for a connection may take; but for the
 *     last rounded up to seconds, as databases have it
 * @param retries how often an operation on one record that the database has aborted is tried again
 */
record SqlProperties(
    String url, String user, String password, Isolation isolation, int timeoutMs, int retries) {

  /** What transactions may see of each other, in the words of the SQL standard. */
  enum Isolation {
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED);

    private final int level;

    Isolation(int level) {
      this.level = level;
    }

    /** As JDBC has it. */
    int level() {
      return level;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * @param prefix of the properties' names, with its dot
   * @param urlStart what the address must begin with
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static SqlProperties read(String prefix, String urlStart, Properties properties) {
    Property<String> url =
        Property.required(
            prefix + "url",
            Form.text(urlStart + "//HOST:PORT/DATABASE"),
            "where the database listens");
    Property<String> user = Property.text(prefix + "user", "NAME", "", "who connects");
    Property<String> password =
        Property.text(prefix + "password", "TEXT", "", "that user's password").secret();
    Property<Isolation> isolation =
        Property.of(
            prefix + "isolation",
            Form.oneOf(List.of(Isolation.values()), Isolation::word),
            Isolation.SERIALIZABLE.word(),
            "what transactions see of each other");
    Property<Integer> timeoutMs =
        Property.integer(
            prefix + "timeout.ms", 10_000, 1_000, 600_000, "how long a statement may take");
    Property<Integer> retries =
        Property.integer(
            prefix + "retries", 10, 0, 1_000, "how often an aborted operation is tried again");
    PropertySet all =
        new PropertySet(prefix, List.of(url, user, password, isolation, timeoutMs, retries));
    PropertySet.Values values = all.read(properties);
    if (!values.get(url).startsWith(urlStart)) {
      // What is given isn't shown: it may hold a password.
      throw new IllegalArgumentException(url.name() + " must begin with " + urlStart);
    }
    DatabaseUrl.requireNoUser(url.name(), values.get(url));
    return new SqlProperties(
        values.get(url),
        values.get(user),
        values.get(password),
        values.get(isolation),
        values.get(timeoutMs),
        values.get(retries));
  }

  int timeoutS() {
    return (timeoutMs + 999) / 1_000;
  }

  /** The address without its options, which may hold a password. */
  String shortUrl() {
    return DatabaseUrl.shortened(url);
  }

  /** The same text without the password and without the address's options. */
  String withoutSecrets(String text) {
    String without = DatabaseUrl.withoutOptions(url, text);
    return password.isEmpty() ? without : without.replace(password, "...");
  }

  @Override
  public String toString() {
    return shortUrl();
  }
}
