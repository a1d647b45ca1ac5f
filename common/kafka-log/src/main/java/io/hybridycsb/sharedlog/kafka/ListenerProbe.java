package io.hybridycsb.sharedlog.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/**
 * Asks a port of Kafka whether it speaks TLS. Kafka's clients can't tell: a plain client takes a
 * TLS port's alert for the length of an answer, and a TLS client of a plain port only sees
 * connections end.
 */
final class ListenerProbe {
  private static final int CONNECT_MS = 2_000;
  private static final int ANSWER_MS = 5_000;
  private static final int SERVERS_MAX = 3;

  /**
   * A request that every broker answers: its length, then key 18 (ApiVersions), version 0, a number
   * and no client name.
   */
  private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, -1, -1};

  /** The first byte of an answer shorter than 16 MiB, which begins with its length. */
  private static final int LENGTH = 0;

  /** The type of an alert's record, RFC 8446 section 5.1. */
  private static final int TLS_ALERT = 21;

  private ListenerProbe() {}

  /** What a port speaks. */
  enum Answer {
    PLAIN,
    TLS,
    UNKNOWN
  }

  /**
   * Asks the first few until one answers; each has seven seconds at most.
   *
   * @param servers HOST:PORT,..., as Kafka's clients take them; the clients report malformed ones
   */
  static Answer ask(String servers) {
    return List.of(servers.split(",")).stream()
        .map(String::strip)
        .limit(SERVERS_MAX)
        .map(ListenerProbe::askOne)
        .filter(answer -> answer != Answer.UNKNOWN)
        .findFirst()
        .orElse(Answer.UNKNOWN);
  }

  private static Answer askOne(String server) {
    int colon = Math.max(0, server.lastIndexOf(':'));
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(server.substring(colon + 1));
      socket.connect(new InetSocketAddress(server.substring(0, colon), port), CONNECT_MS);
      socket.setSoTimeout(ANSWER_MS);
      socket.getOutputStream().write(API_VERSIONS);
      return switch (socket.getInputStream().read()) {
        case LENGTH -> Answer.PLAIN;
        case TLS_ALERT -> Answer.TLS;
        default -> Answer.UNKNOWN;
      };
    } catch (IOException | IllegalArgumentException e) {
      return Answer.UNKNOWN;
    }
  }
}
