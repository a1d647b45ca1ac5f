package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.rpc.EthNode;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A chain as one of its clients reports it. */
public final class EthChain extends EthNode {
  private final Shard shard;

  public EthChain(EthRpc rpc, Shard shard) {
    super(rpc);
    this.shard = shard;
  }

  public Shard shard() {
    return shard;
  }

  /** The block of that number; empty behind the newest. */
  public Optional<Block> block(long number) throws RpcFailure, InterruptedException {
    JsonNode block = rpc().call("eth_getBlockByNumber", Hex.of(number), false);
    if (block.isNull()) {
      return Optional.empty();
    }
    List<JsonNode> receipts = new ArrayList<>();
    receipts(block).forEach(receipts::add);
    // The client forgets a branch's receipts only when it forgets the branch.
    return receipts.size() < block.get("transactions").size()
        ? Optional.empty()
        : Optional.of(Block.read(block, receipts, shard));
  }

  private Iterable<JsonNode> receipts(JsonNode block) throws RpcFailure, InterruptedException {
    JsonNode transactions = block.get("transactions");
    if (transactions.isEmpty()) {
      return List.of();
    }
    if (!shard.consensus().isFinal()) {
      return rpc().call("eth_getBlockReceipts", block.get("hash").asText());
    }
    // GoQuorum has no such call.
    List<Object[]> hashes = new ArrayList<>();
    transactions.forEach(hash -> hashes.add(new Object[] {hash.asText()}));
    List<JsonNode> receipts = rpc().callAll("eth_getTransactionReceipt", hashes);
    return receipts.stream().filter(receipt -> !receipt.isNull()).toList();
  }

  /** Whether the client has the transaction in its pool or chain. */
  public boolean knows(String transaction) throws RpcFailure, InterruptedException {
    return !rpc().call("eth_getTransactionByHash", transaction).isNull();
  }

  /** The receipt of a transaction in the chain; a JSON null if there is none. */
  public JsonNode receipt(String transaction) throws RpcFailure, InterruptedException {
    return rpc().call("eth_getTransactionReceipt", transaction);
  }

  /** A proof as of {@code eth_getProof}, after the block of that hash. */
  public JsonNode proof(Address account, List<byte[]> slots, String block)
      throws RpcFailure, InterruptedException {
    List<String> named = slots.stream().map(Hex::of).toList();
    return rpc().call("eth_getProof", account.hex(), named, block);
  }

  /** The hash of the block of that number; empty behind the newest. */
  public Optional<String> hash(long number) throws RpcFailure, InterruptedException {
    JsonNode header = rpc().call("eth_getHeaderByNumber", Hex.of(number));
    return header.isNull() ? Optional.empty() : Optional.of(header.get("hash").asText());
  }

  /** The hash of the newest block. */
  public String newestHash() throws RpcFailure, InterruptedException {
    return rpc().call("eth_getHeaderByNumber", "latest").path("hash").asText();
  }

  /**
   * Whether the client has executed the block of that hash, in its chain or on another branch. An
   * archive that synchronises fully stores no block that it hasn't.
   */
  public boolean hasExecuted(String hash) throws RpcFailure, InterruptedException {
    return !rpc().call("eth_getBlockByHash", hash, false).isNull();
  }

  /** How many transactions an account has in the chain and in the pool: its next nonce. */
  public long nextNonce(String account) throws RpcFailure, InterruptedException {
    return Hex.number(rpc().call("eth_getTransactionCount", account, "pending"));
  }

  /**
   * Makes the client reconnect to the peers that it has dialled. Clients compare their chains only
   * when they connect. Clients that each sealed a block of the same number while disconnected would
   * otherwise wait for ever. A connection is renewed by the side that dialled it: once a peer is
   * removed, the client never dials it again by itself.
   */
  public void greetPeersAgain() throws RpcFailure, InterruptedException {
    for (JsonNode peer : rpc().call("admin_peers")) {
      if (!peer.path("network").path("inbound").asBoolean()) {
        String address = peer.get("enode").asText();
        rpc().call("admin_removePeer", address);
        rpc().call("admin_addPeer", address);
      }
    }
  }

  /** Whether the client and its peers together are most of the sealers. */
  public boolean isAmongMost() throws RpcFailure, InterruptedException {
    return (rpc().call("admin_peers").size() + 1) * 2 > shard.authorities().size();
  }

  /**
   * Makes the client drop the blocks above this one, and seal others or take them from its peers.
   * If each sealer sealed a block on a branch of its own, all may have to wait for a sealer on
   * another branch. EIP-225 bars recent sealers, and no branch is the longest.
   */
  public void takeBackTo(long number) throws RpcFailure, InterruptedException {
    if (newest() > number) {
      rpc().call("debug_setHead", Hex.of(number));
    }
  }

  /**
   * What the contract's storage holds after the block of that hash: for each key the record's hash,
   * empty if there is no record.
   */
  public List<Optional<byte[]>> digests(Layout layout, List<byte[]> keys, String block)
      throws RpcFailure, InterruptedException {
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
    return rpc().callAll("eth_call", calls).stream()
        .map(result -> ContractCalls.digest(layout, result.asText()))
        .toList();
  }
}
