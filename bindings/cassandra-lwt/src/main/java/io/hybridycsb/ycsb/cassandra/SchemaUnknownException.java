package io.hybridycsb.ycsb.cassandra;

/** It isn't known whether the nodes agree on the schema, or what it is. */
final class SchemaUnknownException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  SchemaUnknownException(String message) {
    super(message);
  }
}
