package io.hybridycsb.fabric.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a range query as bytes: for each record the length of its state key (2 bytes), the
 * key (UTF-8), the record's length (4 bytes), the record.
 */
public final class Rows {
  private Rows() {}

  /** One record of an answer. */
  public record Row(String stateKey, byte[] record) {}

  /** Encodes rows, in their order. */
  public static byte[] encode(List<Row> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Row row : rows) {
      Bytes.putText(out, Bytes.utf8(row.stateKey()));
      Bytes.putBytes(out, row.record());
    }
    return out.toByteArray();
  }

  /**
   * Decodes rows.
   *
   * @throws IllegalArgumentException if the bytes are no rows
   */
  public static List<Row> decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<Row> rows = new ArrayList<>();
    while (in.hasRemaining()) {
      rows.add(new Row(Bytes.getText(in), Bytes.getBytes(in)));
    }
    return rows;
  }
}
