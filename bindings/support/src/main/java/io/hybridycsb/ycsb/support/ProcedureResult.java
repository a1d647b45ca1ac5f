package io.hybridycsb.ycsb.support;

import site.ycsb.Status;

/**
 * What became of a call.
 *
 * @param status as {@link Transaction#commit} gives it; OK also if its own rules forbid it
 * @param refused whether its own rules forbid it; it has then written nothing
 * @param value what it has returned; 0 if it is refused, or not known to be committed
 */
public record ProcedureResult(Status status, boolean refused, long value) {

  /** It is committed, and has returned this. */
  public static ProcedureResult committed(long value) {
    return new ProcedureResult(Status.OK, false, value);
  }

  /** Its own rules forbid it. */
  public static ProcedureResult forbidden() {
    return new ProcedureResult(Status.OK, true, 0);
  }

  /** It is not known to be committed. */
  public static ProcedureResult of(Status status) {
    return new ProcedureResult(status, false, 0);
  }
}
