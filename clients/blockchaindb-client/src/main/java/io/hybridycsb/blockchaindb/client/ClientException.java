package io.hybridycsb.blockchaindb.client;

import io.grpc.Status;

/** A call that no node has answered. */
public final class ClientException extends RuntimeException {
  ClientException(String message) {
    // Many may fail in a second; nobody reads their stack traces.
    super(message, null, false, false);
  }

  static ClientException of(String node, Status status) {
    return new ClientException(node + ": " + describe(status));
  }

  private static String describe(Status status) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> "no answer in time";
      case UNAVAILABLE -> "not reachable";
      default ->
          status.getDescription() == null ? status.getCode().toString() : status.getDescription();
    };
  }
}
