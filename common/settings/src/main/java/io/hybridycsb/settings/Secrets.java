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
   * The address of a shard's chain has a secret path. The last part is material of TLS and SASL.
   */
  private static final Pattern NAMES =
      Pattern.compile(
          "(?i).*(password|passwd|passphrase|keyhex)"
              + "|(.*[._-])?(secret|secret[._-]?key|token|ethstats|seed|shard[0-9#]+\\.(rpc|accounts))"
              + "|.*\\.(keystore\\.key|keystore\\.certificate\\.chain|truststore\\.certificates|jaas\\.config)");

  /** Their values may hold a secret beside what is none. */
  private static final Pattern ADDRESSES = Pattern.compile("(?i)(.*[._-])?ur[il]");

  /** The name of an address's option, whose value ends with the next option. */
  private static final Pattern OPTION =
      Pattern.compile(
          "(?i)([?&;][^=&;?]*(pass|pwd|secret|token|key|credential|authmech)[^=&;]*=)[^&]*");

  private Secrets() {}

  /** Whether values of a property are secret, or may be; the name may have any words in front. */
  public static boolean isSecret(String name) {
    return NAMES.matcher(name).matches() || ADDRESSES.matcher(name).matches();
  }

  /**
   * The printable form of a value: {@link #HIDDEN} for a secret; of an address only a user before
   * the host and the values of secret options are hidden.
   */
  public static String shown(String name, String value) {
    if (ADDRESSES.matcher(name).matches()) {
      return OPTION
          .matcher(value)
          .replaceAll("$1" + HIDDEN)
          .replaceFirst("//.*@", "//" + HIDDEN + "@");
    }
    return value.isEmpty() || !NAMES.matcher(name).matches() ? value : HIDDEN;
  }

  /** The same properties, each value in its printable form. */
  public static SortedMap<String, String> hidden(Map<String, String> properties) {
    SortedMap<String, String> shown = new TreeMap<>();
    properties.forEach((name, value) -> shown.put(name, shown(name, value)));
    return Collections.unmodifiableSortedMap(shown);
  }
}
