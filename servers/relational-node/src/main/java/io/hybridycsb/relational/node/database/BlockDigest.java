package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.veritas.crypto.Hashes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/**
 * What a block would do: SHA-256 over each transaction's id, how many calls it has, and their
 * bytes. Lengths and numbers have 4 bytes, big-endian, and stand before what they are of.
 */
final class BlockDigest {
  private BlockDigest() {}

  /** In 64 hex digits. */
  static String of(List<BlockTransaction> transactions) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (BlockTransaction transaction : transactions) {
      byte[] id = transaction.id().bytes();
      all.writeBytes(number(id.length));
      all.writeBytes(id);
      all.writeBytes(number(transaction.calls().size()));
      for (Call call : transaction.calls()) {
        byte[] bytes = call.toByteArray();
        all.writeBytes(number(bytes.length));
        all.writeBytes(bytes);
      }
    }
    return HexFormat.of().formatHex(Hashes.sha256(all.toByteArray()));
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }
}
