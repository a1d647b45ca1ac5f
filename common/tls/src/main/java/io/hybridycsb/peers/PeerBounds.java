package io.hybridycsb.peers;

/** How much the peers of a port may take, and for how long. */
public record PeerBounds(Connections connections, Bytes bytes, Times times) {
  /**
   * @param strangersMax connections of peers that have shown no key
   * @param clientsMax connections of clients that have; 0: nobody shows one to this server. Nodes
   *     have places besides.
   * @param silentStreamsMax streams that no message has come on, of all connections
   */
  public record Connections(int strangersMax, int clientsMax, int silentStreamsMax) {
    private static final int STRANGERS_MIN = 8;
    private static final int CLIENTS_PER_STRANGER = 4;

    /** Of a server that nobody shows a key to. */
    public static Connections ofStrangers(int max, int silentStreamsMax) {
      return new Connections(max, 0, silentStreamsMax);
    }

    /** Of a server that clients show their keys to; a quarter as many may have shown none. */
    public static Connections ofClients(int max, int silentStreamsMax) {
      int strangersMax = Math.max(STRANGERS_MIN, max / CLIENTS_PER_STRANGER);
      return new Connections(strangersMax, max, silentStreamsMax);
    }
  }

  /**
   * What messages may take that are not whole yet.
   *
   * @param strangerMax bytes of a stranger's connection
   * @param keyMax bytes of a connection that has shown a key
   * @param allMax bytes of all connections
   */
  public record Bytes(long strangerMax, long keyMax, long allMax) {
    private static final int SHARE_OF_HEAP = 8;

    /**
     * Of a server that nobody shows a key to: two messages, or an eighth of the heap if that is
     * more.
     *
     * @param messageMax bytes of a message, at most
     */
    public static Bytes ofStrangers(long messageMax) {
      return atMost(Math.max(2 * messageMax, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    /** As much for one connection as for all. */
    public static Bytes atMost(long max) {
      return new Bytes(max, max, max);
    }
  }

  /**
   * @param quietMs after so long without a message a connection is closed, unless the server owes
   *     it an answer; in this time a unary call's answer has to be read, too
   * @param unfinishedMs the time from a stream's start to its first whole message, and from a
   *     message's first byte to its last
   * @param undisturbedMs so long after its last message a stranger needn't give way to another one
   *     where nobody shows a key, unless its host has more than the other's
   */
  public record Times(long quietMs, long unfinishedMs, long undisturbedMs) {
    public static final Times DEFAULT = new Times(60_000, 30_000, 5_000);
  }

  /** Whether peers show keys to this server. */
  boolean hasKeys() {
    return connections.clientsMax() > 0;
  }
}
