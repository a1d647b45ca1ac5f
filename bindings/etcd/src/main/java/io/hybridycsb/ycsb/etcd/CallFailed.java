package io.hybridycsb.ycsb.etcd;

import io.grpc.Status;
import java.util.Optional;

/** A call to etcd that got no answer, or an error. */
final class CallFailed extends RuntimeException {
  /** etcd's message when its database is full, also for the write that has filled it. */
  private static final String FULL = "database space exceeded";

  private final transient Status status;

  CallFailed(Status status) {
    // Many may fail in a second; nobody reads their stack traces.
    super(describe(status), null, false, false);
    this.status = status;
  }

  Status status() {
    return status;
  }

  /** Whether etcd has said that it did nothing, and never will. */
  boolean isRefusal() {
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED ->
          !Optional.ofNullable(status.getDescription()).orElse("").contains(FULL);
      case INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED -> true;
      default -> false;
    };
  }

  /** For people; the same reason has the same text on every connection. */
  static String describe(Status status) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> "no answer in time";
      case UNAVAILABLE ->
          Optional.ofNullable(status.getDescription())
              .filter(text -> text.startsWith("etcdserver:"))
              .orElse("connection lost");
      default -> Optional.ofNullable(status.getDescription()).orElse(status.getCode().toString());
    };
  }
}
