package io.hybridycsb.ycsb.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import site.ycsb.ByteArrayByteIterator;

/** A text in UTF-8; YCSB's own iterator over a text makes a byte of each letter. */
final class Text extends ByteArrayByteIterator {
  private final String text;

  Text(String text) {
    super(text.getBytes(UTF_8));
    this.text = text;
  }

  /** Some bindings take the text instead of the bytes. */
  @Override
  public String toString() {
    return text;
  }
}
