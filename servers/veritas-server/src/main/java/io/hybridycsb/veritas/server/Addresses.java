package io.hybridycsb.veritas.server;

import java.net.InetSocketAddress;

/** Addresses as HOST:PORT. */
public final class Addresses {
  private Addresses() {}

  /**
   * @param property for the message
   * @throws IllegalArgumentException if {@code text} is not HOST:PORT
   */
  public static InetSocketAddress parse(String property, String text) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && port > 0 && port < 65_536) {
        return new InetSocketAddress(text.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(property + " is HOST:PORT, not " + text, e);
    }
    throw new IllegalArgumentException(property + " is HOST:PORT, not " + text);
  }

  static String format(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }
}
