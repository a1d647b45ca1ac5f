package io.hybridycsb.veritas.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What streams may take: memory, and calls that are not answered. A client's stream has calls of
 * its own. Strangers share all they have, and none of it is clients'.
 *
 * @param memory of their requests and answers
 * @param calls that are not answered
 * @param callsMax as many, at most
 * @param full what to tell when there are as many
 * @param timeoutMsMax for so long a call may wait
 */
record ClientRoom(
    ClientMemory memory, AtomicInteger calls, int callsMax, String full, int timeoutMsMax) {
  private static final int CLIENT_TIMEOUT_MS = 600_000;

  private static final int STRANGERS_CALLS = 1_000;
  private static final int STRANGERS_TIMEOUT_MS = 10_000;
  private static final int STRANGERS_PART_OF_MEMORY = 16;

  /** Of a stream of a client or a node. */
  static ClientRoom ofClient(ClientMemory memory, int callsMax) {
    return new ClientRoom(
        memory,
        new AtomicInteger(),
        callsMax,
        "%s calls of this connection are unanswered, the most allowed (connection.calls.max)"
            .formatted(callsMax),
        CLIENT_TIMEOUT_MS);
  }

  /** Of all streams of strangers. */
  static ClientRoom ofStrangers(ClientMemory clients) {
    return new ClientRoom(
        new ClientMemory(clients.bytesMax() / STRANGERS_PART_OF_MEMORY),
        new AtomicInteger(),
        STRANGERS_CALLS,
        STRANGERS_CALLS + " calls of peers that show no known key are unanswered, the most allowed",
        STRANGERS_TIMEOUT_MS);
  }

  boolean isFull() {
    return calls.get() >= callsMax;
  }
}
