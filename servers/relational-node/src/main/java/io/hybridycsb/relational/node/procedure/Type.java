package io.hybridycsb.relational.node.procedure;

/** What a value is; each may be null. */
public enum Type {
  /** A whole number of 64 bits. */
  NUMBER("a number"),
  /** Unicode characters, none of them 0. */
  TEXT("a text"),
  /** What a field holds; no variable does. */
  BYTES("bytes");

  private final String title;

  Type(String title) {
    this.title = title;
  }

  /** For messages. */
  String title() {
    return title;
  }
}
