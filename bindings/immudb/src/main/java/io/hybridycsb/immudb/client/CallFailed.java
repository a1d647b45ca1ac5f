package io.hybridycsb.immudb.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.regex.Pattern;

/** A call to immudb that has failed. The message says why, for people. */
public final class CallFailed extends RuntimeException {
  /** What is known of the call's effect. */
  public enum Kind {
    /** A precondition of a write didn't hold: nothing has changed. */
    CONFLICT,
    /** The server has refused the call: nothing has changed. */
    REFUSED,
    /** There was no server to take the call: nothing has changed. */
    NOT_SENT,
    /** The server has failed, or its answer can't be read: a write may have happened. */
    FAILED,
    /** There was no answer: a write may have happened, or may still. */
    NO_ANSWER
  }

  private static final String CONFLICT = "precondition failed";

  private static final String ABSENT = "key not found";

  /** A server that works on as much as it can. It says so before it does anything. */
  private static final String BUSY = "max concurrency limit exceeded";

  /** What gRPC says here, not the server, of an answer. The limit and the size follow. */
  private static final String TOO_LARGE = "gRPC message exceeds maximum size";

  private static final String NO_SESSION = "session not found";

  /** What else a server says before it does anything; such errors have no code of their own. */
  private static final List<String> REFUSALS =
      List.of(
          BUSY,
          ABSENT,
          "max key length exceeded",
          "max value length exceeded",
          "max number of entries per tx exceeded",
          "illegal arguments",
          "illegal state",
          "max active snapshots limit reached",
          "invalid user name or password",
          NO_SESSION);

  /** In a server's own text, which is shown in one line. */
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cc}");

  private final Kind kind;

  CallFailed(Kind kind, String message) {
    // Many may fail in a second; nobody reads their stack traces.
    super(CONTROLS.matcher(message).replaceAll("."), null, false, false);
    this.kind = kind;
  }

  static CallFailed of(Status status) {
    String text = status.getDescription() == null ? "" : status.getDescription();
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> new CallFailed(Kind.NO_ANSWER, "no answer in time");
      case CANCELLED ->
          status.getCause() instanceof StatusRuntimeException unread
              ? new CallFailed(Kind.FAILED, unread.getStatus().getDescription())
              : new CallFailed(Kind.NO_ANSWER, "interrupted");
      case RESOURCE_EXHAUSTED ->
          text.startsWith(TOO_LARGE)
              ? new CallFailed(
                  Kind.FAILED, "the answer is larger than the client takes (%s)".formatted(text))
              : new CallFailed(Kind.REFUSED, text);
      case UNAVAILABLE ->
          hasCause(status, ConnectException.class)
              ? new CallFailed(Kind.NOT_SENT, "nobody listens there")
              : new CallFailed(Kind.NO_ANSWER, "connection lost");
      case FAILED_PRECONDITION ->
          new CallFailed(text.contains(CONFLICT) ? Kind.CONFLICT : Kind.FAILED, text);
      case INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED ->
          new CallFailed(Kind.REFUSED, text);
      default ->
          hasCause(status, IOException.class)
              // gRPC's own word for a connection that broke under a call, sent or not.
              ? new CallFailed(Kind.NO_ANSWER, "connection lost")
              : new CallFailed(
                  REFUSALS.stream().anyMatch(text::contains) ? Kind.REFUSED : Kind.FAILED,
                  text.isEmpty() ? status.getCode().toString() : text);
    };
  }

  /** Whether the same call may succeed soon. */
  boolean isBusy() {
    return kind == Kind.REFUSED && getMessage().contains(BUSY);
  }

  /** Whether the server doesn't know the session, or not any more. */
  boolean isWithoutSession() {
    return kind == Kind.REFUSED && getMessage().contains(NO_SESSION);
  }

  /** Whether the server says that there is no such value. */
  public boolean isOfNothing() {
    return kind == Kind.REFUSED && getMessage().contains(ABSENT);
  }

  /** Whether the server itself has answered. */
  public boolean isAnswer() {
    return kind != Kind.NOT_SENT && kind != Kind.NO_ANSWER;
  }

  private static boolean hasCause(Status status, Class<? extends IOException> kind) {
    for (Throwable each = status.getCause(); each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return true;
      }
    }
    return false;
  }

  public Kind kind() {
    return kind;
  }
}
