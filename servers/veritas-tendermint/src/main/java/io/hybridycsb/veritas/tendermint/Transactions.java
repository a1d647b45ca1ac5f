package io.hybridycsb.veritas.tendermint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The transactions of the chain: one byte that tells the kind, then the content. A <em>pack</em>
 * carries transactions of clients. A <em>call for turn</em> carries nothing: it makes the chain go
 * on to the next block, whose proposer takes it up.
 */
final class Transactions {
  static final byte PACK = 1;
  static final byte TURN = 2;
  private static final int TURN_BYTES_MAX = 128;
  private static final int TURN_HEADER_BYTES = 1 + Long.BYTES;

  private Transactions() {}

  static boolean isPack(byte[] transaction) {
    return transaction.length > 1 && transaction[0] == PACK;
  }

  static boolean isTurn(byte[] transaction) {
    return transaction.length > TURN_HEADER_BYTES
        && transaction.length <= TURN_BYTES_MAX
        && transaction[0] == TURN;
  }

  static byte[] pack(byte[] content) {
    byte[] transaction = new byte[content.length + 1];
    transaction[0] = PACK;
    System.arraycopy(content, 0, transaction, 1, content.length);
    return transaction;
  }

  static byte[] content(byte[] transaction) {
    return Arrays.copyOfRange(transaction, 1, transaction.length);
  }

  /**
   * A node's call for its turn.
   *
   * @param number makes it unique, since a mempool takes a transaction once
   */
  static byte[] turn(String node, long number) {
    byte[] name = node.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(TURN_HEADER_BYTES + name.length)
        .put(TURN)
        .putLong(number)
        .put(name)
        .array();
  }

  static String turnNode(byte[] turn) {
    return new String(
        turn, TURN_HEADER_BYTES, turn.length - TURN_HEADER_BYTES, StandardCharsets.UTF_8);
  }
}
