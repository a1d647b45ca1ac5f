package io.hybridycsb.fabric.model;

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
    List<byte[]> keys = rows.stream().map(row -> Bytes.utf8(row.stateKey())).toList();
    int length = 0;
    for (int i = 0; i < rows.size(); i++) {
      length += Bytes.TEXT_LENGTH_BYTES + keys.get(i).length;
      length += Bytes.LENGTH_BYTES + rows.get(i).record().length;
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    for (int i = 0; i < rows.size(); i++) {
      Bytes.putText(out, keys.get(i));
      Bytes.putBytes(out, rows.get(i).record());
    }
    return out.array();
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
