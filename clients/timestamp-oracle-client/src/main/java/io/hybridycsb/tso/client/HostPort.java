package io.hybridycsb.tso.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An address as users write it: {@code HOST:PORT}, with an IPv6 host in brackets. */
public record HostPort(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^\\[\\]:\\s]+):(\\d{1,5})");

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException in one line that says what was expected
   */
  public static HostPort parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      throw new IllegalArgumentException("expected HOST:PORT, but got '" + text + "'");
    }
    String host = matcher.group(1);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new HostPort(bare, Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
