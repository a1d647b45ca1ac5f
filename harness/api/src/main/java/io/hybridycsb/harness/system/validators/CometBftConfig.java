package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.Template;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code config.toml} of CometBFT or Tendermint: our template, changed by the user's settings.
 */
final class CometBftConfig {
  private static final Pattern SECTION = Pattern.compile("\\[([a-z0-9_]+)]");
  private static final Pattern SETTING = Pattern.compile("([a-z0-9_-]+) = (.*)");

  /**
   * Settings that users can't change, because they connect the validators with each other and their
   * nodes.
   */
  private static final Set<String> OURS =
      Set.of(
          "abci",
          "genesis_file",
          "moniker",
          "node_key_file",
          "p2p.laddr",
          "p2p.persistent_peers",
          "priv_validator_key_file",
          "priv_validator_laddr",
          "priv_validator_state_file",
          "proxy_app",
          "rpc.laddr",
          "statesync.enable",
          "statesync.rpc_servers",
          "statesync.trust_hash",
          "statesync.trust_height");

  private CometBftConfig() {}

  /**
   * The file's text.
   *
   * @param title the program's name for users
   * @param template the resource
   * @param values of the template's variables
   * @param wanted values that replace the template's, by section and name, as in {@code
   *     consensus.timeout_propose}, or by name alone outside of sections
   * @throws UsageException if a setting doesn't exist or is fixed, or a value has the wrong form
   */
  static String text(
      String title, String template, Map<String, ?> values, SortedMap<String, String> wanted) {
    SortedMap<String, String> left = new TreeMap<>(wanted);
    Set<String> known = new TreeSet<>();
    StringBuilder text = new StringBuilder();
    String prefix = "";
    for (String line : Template.fill(CometBftConfig.class, template, values).lines().toList()) {
      Matcher section = SECTION.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (section.matches()) {
        prefix = section.group(1) + ".";
      }
      if (setting.matches() && !OURS.contains(prefix + setting.group(1))) {
        String name = prefix + setting.group(1);
        known.add(name);
        String value = left.remove(name);
        if (value != null) {
          line = setting.group(1) + " = " + literal(name, value, setting.group(2));
        }
      }
      text.append(line).append('\n');
    }
    if (!left.isEmpty()) {
      throw new UsageException(
          "%s has no setting '%s' that can be changed here; there are: %s"
              .formatted(title, left.firstKey(), String.join(", ", known)));
    }
    return text.toString();
  }

  private static String literal(String name, String value, String present) {
    if (present.startsWith("\"")) {
      if (!value.matches("[^\"\\\\\\p{Cntrl}]*")) {
        throw new UsageException(name + " cannot hold quotes, backslashes or control characters");
      }
      return "\"" + value + "\"";
    }
    boolean truth = present.equals("true") || present.equals("false");
    if (!value.matches(truth ? "true|false" : "-?[0-9]{1,18}")) {
      throw new UsageException(
          "%s must be %s, not '%s'"
              .formatted(name, truth ? "true or false" : "a whole number", value));
    }
    return value;
  }
}
