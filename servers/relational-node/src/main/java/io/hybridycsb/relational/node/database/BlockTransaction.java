package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.crypto.Hashes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/**
 * A transaction of a block, whose signature was checked.
 *
 * @param id client and number
 * @param body the SHA-256 of what the client has signed, by which it is told from another
 *     transaction of its id
 * @param calls one after the other
 */
public record BlockTransaction(TransactionId id, Hash body, List<Call> calls) {
  public BlockTransaction {
    calls = List.copyOf(calls);
  }

  /**
   * What a block would do: SHA-256 over each transaction's id, how many calls it has, and their
   * bytes. Lengths and numbers have 4 bytes, big-endian, and stand before what they are of.
   *
   * @return 64 hex digits
   */
  static String digest(List<BlockTransaction> block) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (BlockTransaction transaction : block) {
      writeSized(all, transaction.id().bytes());
      all.writeBytes(number(transaction.calls().size()));
      transaction.calls().forEach(call -> writeSized(all, call.toByteArray()));
    }
    return HexFormat.of().formatHex(Hashes.sha256(all.toByteArray()));
  }

  private static void writeSized(ByteArrayOutputStream all, byte[] bytes) {
    all.writeBytes(number(bytes.length));
    all.writeBytes(bytes);
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }
}
