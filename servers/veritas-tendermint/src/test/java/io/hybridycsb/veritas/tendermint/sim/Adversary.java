package io.hybridycsb.veritas.tendermint.sim;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.tendermint.SteppedApplication;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes what no honest node would propose, or put into a pool. */
final class Adversary {
  private final Random random;
  private final SimulatedChain chain;
  private final ChainClients clients;
  private final int bytesMax;
  private long number = 1L << 40;

  /**
   * @param bytesMax of a transaction
   */
  Adversary(Random random, SimulatedChain chain, ChainClients clients, int bytesMax) {
    this.random = random;
    this.chain = chain;
    this.clients = clients;
    this.bytesMax = bytesMax;
  }

  /** A block, readable or not, of what waits and what else comes to mind. */
  List<byte[]> block(List<byte[]> pool) {
    List<byte[]> block = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      switch (random.nextInt(6)) {
        case 0 -> block.add(anyTransaction());
        case 1 -> block.addAll(pool);
        case 2 -> repeat(block);
        default -> block.add(pack());
      }
    }
    return block;
  }

  /** Adds something that stands in the chain, or in the block already. */
  private void repeat(List<byte[]> block) {
    Block from = chain.height() == 0 ? null : chain.block(1 + random.nextInt((int) chain.height()));
    List<byte[]> before = from == null || random.nextBoolean() ? block : from.transactions();
    if (!before.isEmpty()) {
      block.add(before.get(random.nextInt(before.size())));
    }
  }

  /** A transaction of the chain, of any kind or of none. */
  byte[] anyTransaction() {
    switch (random.nextInt(8)) {
      case 0 -> {
        return new byte[0];
      }
      case 1 -> {
        byte[] garbage = new byte[1 + random.nextInt(40)];
        random.nextBytes(garbage);
        garbage[0] = (byte) random.nextInt(4);
        return garbage;
      }
      case 2 -> {
        // More transactions than their signatures would fit into.
        return packOf(Collections.nCopies(50, Transaction.getDefaultInstance()));
      }
      case 3 -> {
        byte[] pack = pack();
        pack[random.nextInt(pack.length)]++;
        return pack;
      }
      case 4 -> {
        return SteppedApplication.turn("x".repeat(random.nextInt(150)), number++);
      }
      default -> {
        return pack();
      }
    }
  }

  /** A readable pack of good and wrong transactions. */
  private byte[] pack() {
    List<Transaction> pack = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      pack.add(
          switch (random.nextInt(4)) {
            case 0 -> wrong();
            case 1 -> clients.unasked();
            default -> clients.asked();
          });
    }
    return packOf(pack);
  }

  private static byte[] packOf(List<Transaction> transactions) {
    return SteppedApplication.pack(
        Pack.newBuilder().addAllTransactions(transactions).build().toByteArray());
  }

  private Transaction wrong() {
    SigningKey key = TestKeys.client(1);
    SigningKey stranger = TestKeys.stranger();
    return switch (random.nextInt(7)) {
      case 0 -> TestTransactions.at(++number).put("k0", "x").signedBy(stranger);
      case 1 -> TestTransactions.at(++number, stranger).put("k0", "x").signedBy(stranger);
      case 2 -> TestTransactions.sign(key, new byte[] {1, 2, 3});
      case 3 -> TestTransactions.at(-1).put("k0", "x").signedBy(key);
      case 4 -> TestTransactions.at(++number).put("k0", "x").put("k0", "y").signedBy(key);
      case 5 -> TestTransactions.at(++number).put("k0", "x".repeat(bytesMax)).signedBy(key);
      default -> {
        // A good one whose body was changed on its way.
        Transaction asked = clients.asked();
        byte[] body = asked.getBody().toByteArray();
        body[random.nextInt(body.length)] ^= 1;
        yield asked.toBuilder().setBody(ByteString.copyFrom(body)).build();
      }
    };
  }
}
