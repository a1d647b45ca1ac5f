package io.hybridycsb.fabric.model;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads and writes length-prefixed texts and byte strings. Numbers are big-endian. */
final class Bytes {
  private static final int TEXT_BYTES_MAX = 0xffff;

  private Bytes() {}

  /**
   * The UTF-8 of a text.
   *
   * @throws IllegalArgumentException if it has none, or more than 65,535 bytes
   */
  static byte[] utf8(String text) {
    byte[] utf8;
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      utf8 = new byte[encoded.remaining()];
      encoded.get(utf8);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a text has no UTF-8", e);
    }
    if (utf8.length > TEXT_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a text has %d bytes; at most %d are allowed".formatted(utf8.length, TEXT_BYTES_MAX));
    }
    return utf8;
  }

  static void putText(ByteArrayOutputStream out, byte[] utf8) {
    out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) utf8.length).array());
    out.writeBytes(utf8);
  }

  static void putBytes(ByteArrayOutputStream out, byte[] bytes) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    out.writeBytes(bytes);
  }

  static String getText(ByteBuffer in) {
    byte[] utf8 = get(in, Short.toUnsignedInt(getShort(in)));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a text is not UTF-8", e);
    }
  }

  static byte[] getBytes(ByteBuffer in) {
    return get(in, getInt(in));
  }

  static byte getByte(ByteBuffer in) {
    return get(in, 1)[0];
  }

  private static short getShort(ByteBuffer in) {
    try {
      return in.getShort();
    } catch (BufferUnderflowException e) {
      throw cutOff(in);
    }
  }

  static int getInt(ByteBuffer in) {
    try {
      return in.getInt();
    } catch (BufferUnderflowException e) {
      throw cutOff(in);
    }
  }

  private static byte[] get(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw cutOff(in);
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static IllegalArgumentException cutOff(ByteBuffer in) {
    return new IllegalArgumentException("cut off at byte " + in.position());
  }
}
