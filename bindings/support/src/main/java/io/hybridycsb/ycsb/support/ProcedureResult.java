package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import site.ycsb.Status;

/**
 * What became of a call.
 *
 * @param status as {@link Transaction#commit} gives it; OK also if its own rules forbid it
 * @param refused whether its own rules forbid it; it has then written nothing
 * @param value what it has returned; 0 if it is refused, or not known to be committed
 * @param decision if it is BATCHED_OK: what becomes of it, as of {@link Transaction#decision}; if
 *     it is UNKNOWN and the binding asks again: what it finds
 */
public record ProcedureResult(
    Status status,
    boolean refused,
    long value,
    Optional<CompletableFuture<ProcedureResult>> decision) {

  private ProcedureResult(Status status, boolean refused, long value) {
    this(status, refused, value, Optional.empty());
  }

  /** It is committed, and has returned this. */
  public static ProcedureResult committed(long value) {
    return new ProcedureResult(Status.OK, false, value);
  }

  /** Its own rules forbid it. */
  public static ProcedureResult forbidden() {
    return new ProcedureResult(Status.OK, true, 0);
  }

  /** The system has only accepted it. */
  public static ProcedureResult accepted(CompletableFuture<ProcedureResult> decision) {
    return new ProcedureResult(Status.BATCHED_OK, false, 0, Optional.of(decision));
  }

  /** Nobody knows yet. */
  public static ProcedureResult unknown(CompletableFuture<ProcedureResult> decision) {
    return new ProcedureResult(Statuses.UNKNOWN, false, 0, Optional.of(decision));
  }

  /** It is not known to be committed. */
  public static ProcedureResult of(Status status) {
    return new ProcedureResult(status, false, 0);
  }
}
