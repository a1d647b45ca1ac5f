package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.util.List;

/**
 * How a binding executes procedures, if its system has some. A procedure that the system doesn't
 * know yet is made there before its first call. One thread uses it.
 */
public interface Procedures {
  /** Calls that are handed over together, at most. */
  int CALLS_MAX = 2_048;

  /**
   * Executes calls one after the other, each as a transaction of its own; where the system has a
   * transaction of transactions, in one.
   *
   * @return what became of each. The binding has told the reasons for failures
   * @throws FailedOperation if none was executed, or if UNKNOWN, if any may have been
   */
  List<ProcedureResult> call(List<ProcedureCall> calls);
}
