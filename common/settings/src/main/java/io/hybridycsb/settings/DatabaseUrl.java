package io.hybridycsb.settings;

import java.util.logging.Level;
import java.util.logging.Logger;

/** JDBC addresses, whose options may be secret: messages don't show them. */
public final class DatabaseUrl {
  /**
   * PostgreSQL's driver logs an address that it can't read. What it has to say is in its exceptions
   * too. Held for good: an unreferenced logger is collected and loses its level.
   */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  private DatabaseUrl() {}

  /**
   * Checks that no user stands before the host.
   *
   * @param name of the property, which ends in {@code url}
   * @throws IllegalArgumentException if one does
   */
  public static void requireNoUser(String name, String url) {
    if (url.matches("[^?;]*@.*|.*?//[^/]*@.*")) {
      String prefix = name.substring(0, name.length() - "url".length());
      throw new IllegalArgumentException(
          "%1$s has a '@' before its options; give the user and the password as %2$suser and %2$spassword"
              .formatted(name, prefix));
    }
  }

  /** Without its options. */
  public static String shortened(String url) {
    return url.split("[?;]", 2)[0];
  }

  /** What a driver says, without the options of the address that it was given. */
  public static String withoutOptions(String url, String message) {
    String shortened = shortened(url);
    String without = message.replace(url, shortened);
    String options = url.substring(Math.min(url.length(), shortened.length() + 1));
    return options.isEmpty() ? without : without.replace(options, "...");
  }
}
