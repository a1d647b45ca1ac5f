package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hybridycsb.blockchaindb.chain.Layout;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Refused;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Unreachable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A chain as one of its clients reports it. */
public final class EthChain {
  private final EthRpc rpc;
  private final Shard shard;

  public EthChain(EthRpc rpc, Shard shard) {
    this.rpc = rpc;
    this.shard = shard;
  }

  public Shard shard() {
    return shard;
  }

  /** Tells of its new blocks. */
  public NewHeads newHeads() {
    return new NewHeads(rpc.uri());
  }

  /** The block of that number; empty behind the newest. */
  public Optional<Block> block(long number) throws Unreachable, Refused, InterruptedException {
    JsonNode block = rpc.call("eth_getBlockByNumber", Hex.of(number), false);
    if (block.isNull()) {
      return Optional.empty();
    }
    JsonNode receipts =
        block.get("transactions").isEmpty()
            ? JsonNodeFactory.instance.arrayNode()
            : rpc.call("eth_getBlockReceipts", block.get("hash").asText());
    // The client forgets a branch's receipts only when it forgets the branch.
    return receipts.isNull()
        ? Optional.empty()
        : Optional.of(Block.read(block, receipts, shard.contract()));
  }

  /** The hash of the block of that number; empty behind the newest. */
  public Optional<String> hash(long number) throws Unreachable, Refused, InterruptedException {
    JsonNode header = rpc.call("eth_getHeaderByNumber", Hex.of(number));
    return header.isNull() ? Optional.empty() : Optional.of(header.get("hash").asText());
  }

  /** The hash of the newest block. */
  public String newestHash() throws Unreachable, Refused, InterruptedException {
    return rpc.call("eth_getHeaderByNumber", "latest").path("hash").asText();
  }

  /** The number of the newest block. */
  public long newest() throws Unreachable, Refused, InterruptedException {
    return Hex.number(rpc.call("eth_blockNumber"));
  }

  /** How many transactions an account has in the chain and in the pool: its next nonce. */
  public long nextNonce(String account) throws Unreachable, Refused, InterruptedException {
    return Hex.number(rpc.call("eth_getTransactionCount", account, "pending"));
  }

  /** Whether the client has the transaction in its pool or chain. */
  public boolean knows(String transaction) throws Unreachable, Refused, InterruptedException {
    return !rpc.call("eth_getTransactionByHash", transaction).isNull();
  }

  /** The receipt of a transaction in the chain; a JSON null if there is none. */
  public JsonNode receipt(String transaction) throws Unreachable, Refused, InterruptedException {
    return rpc.call("eth_getTransactionReceipt", transaction);
  }

  /**
   * Sends a signed transaction into the client's pool.
   *
   * @throws Refused if it isn't there now
   */
  public void send(byte[] transaction) throws Unreachable, Refused, InterruptedException {
    try {
      rpc.call("eth_sendRawTransaction", Hex.of(transaction));
    } catch (Refused e) {
      // Both mean that the transaction was accepted before.
      if (!e.getMessage().contains("already known") && !e.getMessage().contains("nonce too low")) {
        throw e;
      }
    }
  }

  /**
   * Makes the client reconnect to the peers that it has dialled. Clients compare their chains only
   * when they connect. Clients that each sealed a block of the same number while disconnected would
   * otherwise wait for ever. A connection is renewed by the side that dialled it: once a peer is
   * removed, the client never dials it again by itself.
   */
  public void greetPeersAgain() throws Unreachable, Refused, InterruptedException {
    for (JsonNode peer : rpc.call("admin_peers")) {
      if (!peer.path("network").path("inbound").asBoolean()) {
        String address = peer.get("enode").asText();
        rpc.call("admin_removePeer", address);
        rpc.call("admin_addPeer", address);
      }
    }
  }

  /** Whether the client and its peers together are most of the sealers. */
  public boolean isAmongMost() throws Unreachable, Refused, InterruptedException {
    return (rpc.call("admin_peers").size() + 1) * 2 > shard.authorities().size();
  }

  /**
   * Makes the client drop the blocks above this one, and seal others or take them from its peers.
   * Sealers that each sealed a block on a branch of their own may all have to wait for a sealer on
   * another branch (EIP-225 bars recent sealers) while no branch is the longest.
   */
  public void takeBackTo(long number) throws Unreachable, Refused, InterruptedException {
    if (newest() > number) {
      rpc.call("debug_setHead", Hex.of(number));
    }
  }

  /** A proof as of {@code eth_getProof}, at the block of that hash. */
  public JsonNode proof(String account, List<String> slots, String block)
      throws Unreachable, Refused, InterruptedException {
    return rpc.call("eth_getProof", account, slots, block);
  }

  /**
   * What the contract's storage holds after the block of that hash: for each key the record's hash,
   * empty if there is no record.
   */
  public List<Optional<byte[]>> digests(Layout layout, List<byte[]> keys, String block)
      throws Unreachable, Refused, InterruptedException {
    List<Object[]> calls =
        keys.stream()
            .map(
                key ->
                    new Object[] {
                      Map.of(
                          "to", shard.contract().hex(), "data", ContractCalls.stored(layout, key)),
                      block
                    })
            .toList();
    return rpc.callAll("eth_call", calls).stream()
        .map(result -> ContractCalls.digest(layout, result.asText()))
        .toList();
  }
}
