package io.hybridycsb.harness.report.claims;

/** A result that a test needs isn't there; the message says which, for readers. */
final class Missing extends Exception {
  private static final long serialVersionUID = 1;

  Missing(String what) {
    super(what);
  }
}
