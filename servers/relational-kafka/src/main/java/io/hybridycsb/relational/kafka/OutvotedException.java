package io.hybridycsb.relational.kafka;

/**
 * A block has come to effects in this node's database that don't have, or can't get, a majority.
 */
final class OutvotedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  OutvotedException(String message) {
    super(message);
  }
}
