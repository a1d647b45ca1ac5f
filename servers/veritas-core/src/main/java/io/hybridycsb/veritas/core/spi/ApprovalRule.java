package io.hybridycsb.veritas.core.spi;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.lang.reflect.InvocationTargetException;

/**
 * A node's own rule: the application's veto of Veritas (VLDB'22 §3.1). A node votes against a
 * transaction that its rule doesn't approve. The rule is asked by one thread, once for each
 * transaction that the protocol's rules allow, and again after a restart for those then undecided.
 */
@FunctionalInterface
public interface ApprovalRule {
  /** Approves everything. */
  ApprovalRule NONE = transaction -> true;

  boolean approves(CheckedTransaction transaction);

  /**
   * Makes the rule of a class.
   *
   * @param className of a public class on the class path that implements this interface and has a
   *     public constructor without arguments; empty: {@link #NONE}
   * @throws IllegalArgumentException if there is no such class
   */
  static ApprovalRule named(String className) {
    if (className.isEmpty()) {
      return NONE;
    }
    try {
      return Class.forName(className).asSubclass(ApprovalRule.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      Throwable reason = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new IllegalArgumentException(
          ("approval.rule is a public class on the class path that implements %s and has a"
                  + " public constructor without arguments, not %s: %s")
              .formatted(ApprovalRule.class.getName(), className, reason),
          e);
    }
  }
}
