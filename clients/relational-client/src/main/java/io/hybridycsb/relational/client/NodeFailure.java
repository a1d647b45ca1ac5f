package io.hybridycsb.relational.client;

import io.grpc.Status;
import java.net.ConnectException;
import java.net.UnknownHostException;

/** One node's failure to serve a call. */
final class NodeFailure extends RuntimeException {
  enum Kind {
    /** The node was not reached, or has no room now. It has not taken the call. */
    NOT_TAKEN,
    /** There was no answer, or none that makes sense. The node may have taken the call. */
    NO_ANSWER,
    /** The call itself is wrong: no node takes it. */
    WRONG
  }

  private final Kind kind;

  NodeFailure(Kind kind, String message) {
    // Many may fail in a second; nobody reads their stack traces.
    super(message, null, false, false);
    this.kind = kind;
  }

  /**
   * What a call's status means.
   *
   * @param address the node's
   */
  static NodeFailure of(String address, Status status) {
    return new NodeFailure(kind(status), address + ": " + reason(status));
  }

  private static Kind kind(Status status) {
    return switch (status.getCode()) {
      case INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED ->
          Kind.WRONG;
      case RESOURCE_EXHAUSTED -> Kind.NOT_TAKEN;
      case UNAVAILABLE -> isNotConnected(status.getCause()) ? Kind.NOT_TAKEN : Kind.NO_ANSWER;
      default -> Kind.NO_ANSWER;
    };
  }

  private static boolean isNotConnected(Throwable cause) {
    return cause instanceof ConnectException || cause instanceof UnknownHostException;
  }

  /** For people; the same reason has the same text on every connection. */
  private static String reason(Status status) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> "no answer in time";
      case UNAVAILABLE ->
          isNotConnected(status.getCause())
              ? "no connection"
              : status.getCause() != null || status.getDescription() == null
                  ? "connection lost"
                  : status.getDescription();
      default ->
          status.getDescription() == null ? status.getCode().name() : status.getDescription();
    };
  }

  Kind kind() {
    return kind;
  }
}
