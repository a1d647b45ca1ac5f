package io.hybridycsb.quorum.client;

/** No node has answered a read in time. */
public final class NotAnswered extends RuntimeException {
  NotAnswered(String message) {
    super(message, null, false, false);
  }
}
