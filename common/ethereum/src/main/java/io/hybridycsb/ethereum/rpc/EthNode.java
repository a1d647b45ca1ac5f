package io.hybridycsb.ethereum.rpc;

import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;

/** A chain as one of its clients reports it, whatever is in it. */
public class EthNode {
  /** Of an answer that is a number or a hash, or an error. */
  private static final int SMALL_BYTES_MAX = 65_536;

  private final EthRpc rpc;
  private final EthRpc small;

  public EthNode(EthRpc rpc) {
    this.rpc = rpc;
    this.small = rpc.within(SMALL_BYTES_MAX);
  }

  /** For further calls. */
  protected final EthRpc rpc() {
    return rpc;
  }

  /** For further calls whose answers are a number, a hash, or an error. */
  protected final EthRpc small() {
    return small;
  }

  /** Tells of its new blocks. */
  public final NewHeads newHeads() {
    return new NewHeads(rpc.uri());
  }

  /** The number of the newest block. */
  public final long newest() throws Unreachable, Refused, InterruptedException {
    return Hex.number(small.call("eth_blockNumber"));
  }

  /**
   * Sends a signed transaction into the client's pool.
   *
   * @throws Refused if it isn't there now
   */
  public final void send(byte[] transaction) throws Unreachable, Refused, InterruptedException {
    try {
      small.call("eth_sendRawTransaction", Hex.of(transaction));
    } catch (Refused e) {
      // Both mean that the transaction was accepted before.
      if (!e.getMessage().contains("already known") && !e.getMessage().contains("nonce too low")) {
        throw e;
      }
    }
  }
}
