package io.hybridycsb.relational.node.procedure;

/** A text that is no procedure. The message says where, what was found, and what is allowed. */
public final class NotInLanguage extends Exception {
  NotInLanguage(int line, String reason) {
    super("line %d: %s".formatted(line, reason));
  }
}
