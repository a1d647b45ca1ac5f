package io.hybridycsb.settings;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Tells secret properties by their names, for programs that don't know how others have declared
 * theirs. Every {@link Property#secret} has such a name.
 */
public final class Secrets {
  /** What stands in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  /**
   * An address of a database may hold a password, that of a shard's chain a secret path. The last
   * part is material of TLS and SASL.
   */
  private static final Pattern NAMES =
      Pattern.compile(
          "(.*[.-])?(password|passphrase|secret|seed|accounts|url|shard[0-9#]+\\.rpc)"
              + "|.*\\.(keystore\\.key|keystore\\.certificate\\.chain|truststore\\.certificates|jaas\\.config)");

  private Secrets() {}

  /** Whether the values of a property are secret; the name may have any words in front. */
  public static boolean isSecret(String name) {
    return NAMES.matcher(name).matches();
  }

  /** The same properties with {@link #HIDDEN} in place of each secret. */
  public static SortedMap<String, String> hidden(Map<String, String> properties) {
    SortedMap<String, String> shown = new TreeMap<>();
    properties.forEach(
        (name, value) -> shown.put(name, isSecret(name) && !value.isEmpty() ? HIDDEN : value));
    return Collections.unmodifiableSortedMap(shown);
  }
}
