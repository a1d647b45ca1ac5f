package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.rpc.EthNode;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node of a network, as it answers. */
public final class QuorumNode extends EthNode {
  /** Of a header with a long extra data, and 69 for each of the block's transactions. */
  private static final int BLOCK_BYTES_MAX = 32 << 20;

  /** Of transactions or receipts; see {@link BlockReceipts}. */
  private static final int PART_BYTES_MAX = 64 << 20;

  /** Of a record, in hex: a transaction has at most 128 kB. */
  private static final int RECORD_BYTES_MAX = 300_000;

  /** Of a proof of an account, in hex: ten branches are 11 kB. */
  private static final int ACCOUNT_BYTES_MAX = 32_768;

  /** Of a proof of a slot, in hex. */
  private static final int SLOT_BYTES_MAX = 12_288;

  private final ClusterFile cluster;
  private final String name;
  private volatile boolean isOfThisChain;

  private QuorumNode(ClusterFile cluster, String name, EthRpc rpc) {
    super(rpc);
    this.cluster = cluster;
    this.name = name;
  }

  /**
   * A node of the cluster.
   *
   * @param timeoutMs for a call
   */
  public static QuorumNode of(ClusterFile cluster, ClusterFile.Node node, long timeoutMs) {
    return new QuorumNode(cluster, node.name(), new EthRpc(node.rpc(), timeoutMs));
  }

  public String name() {
    return name;
  }

  /** Something that is asked of a node. */
  interface Question<T> {
    T ask(QuorumNode node) throws ProofException, RpcFailure, InterruptedException;
  }

  /**
   * What the node answers.
   *
   * @throws Unreachable also if the answer can't be read
   */
  <T> T answer(Question<T> question) throws ProofException, RpcFailure, InterruptedException {
    try {
      return question.ask(this);
    } catch (VerificationFailed e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Unreachable("%s answers what can't be read: %s".formatted(name, e));
    }
  }

  /** Why it hasn't answered, for people. */
  String problem(Throwable e) {
    return e instanceof ProofException ? "%s: %s".formatted(name, e.getMessage()) : e.getMessage();
  }

  /**
   * The number of its newest block.
   *
   * @throws ProofException if its chain is another than the cluster file's; it is asked for its
   *     first block once
   */
  long newestOfThisChain() throws ProofException, RpcFailure, InterruptedException {
    long newest = newest();
    requireThisChain();
    return newest;
  }

  /** Requires that the node's first block is the cluster file's. */
  void requireThisChain() throws ProofException, RpcFailure, InterruptedException {
    if (!isOfThisChain) {
      // It is compared where it is read.
      if (block(0).isEmpty()) {
        throw new Unreachable("%s doesn't have the chain's first block".formatted(name));
      }
      isOfThisChain = true;
    }
  }

  /** Whether blocks have the seals of most validators. */
  boolean isSealed() {
    return cluster.consensus().isSealedByMost();
  }

  /**
   * The block of that number; empty behind the newest.
   *
   * @throws ProofException if its header isn't one of this chain, see {@link Block#read}
   */
  public Optional<Block> block(long number)
      throws ProofException, RpcFailure, InterruptedException {
    JsonNode json =
        rpc().within(BLOCK_BYTES_MAX).call("eth_getBlockByNumber", Hex.of(number), false);
    return json.isNull() ? Optional.empty() : Optional.of(Block.read(cluster, json, number));
  }

  /** The transactions of a block from one place in it to another, as they were signed. */
  List<byte[]> transactions(Hash block, int from, int to) throws RpcFailure, InterruptedException {
    List<Object[]> places = new ArrayList<>();
    for (int i = from; i < to; i++) {
      places.add(new Object[] {Hex.of(block), Hex.of((long) i)});
    }
    return rpc()
        .within(PART_BYTES_MAX)
        .callAll("eth_getRawTransactionByBlockHashAndIndex", places)
        .stream()
        .map(Hex::bytes)
        .toList();
  }

  /** The receipts of transactions in the chain, in their order. */
  List<JsonNode> receipts(List<String> transactions) throws RpcFailure, InterruptedException {
    return rpc()
        .within(PART_BYTES_MAX)
        .callAll(
            "eth_getTransactionReceipt",
            transactions.stream().map(each -> new Object[] {each}).toList());
  }

  /** The value that the contract has of a key after a block; empty if there is none. */
  Optional<byte[]> value(byte[] key, long block) throws RpcFailure, InterruptedException {
    JsonNode result =
        rpc()
            .within(RECORD_BYTES_MAX)
            .call("eth_call", call(ContractCalls.stored(cluster.layout(), key)), Hex.of(block));
    return ContractCalls.value(result.asText());
  }

  private Map<String, String> call(String data) {
    return Map.of("to", cluster.contract().hex(), "data", data);
  }

  /** How many writes the contract has taken until a block. */
  public long writes(long block) throws RpcFailure, InterruptedException {
    JsonNode result = small().call("eth_call", call(ContractCalls.WRITES), Hex.of(block));
    return result.asText().length() <= 2 ? 0 : Hex.word(result.asText());
  }

  /**
   * The nodes of the chain's tries that prove records of a block's state.
   *
   * @param slots that prove them, see {@link io.hybridycsb.ethereum.chain.RecordProof#slots}
   */
  List<byte[]> proof(List<byte[]> slots, long block) throws RpcFailure, InterruptedException {
    JsonNode proof =
        rpc()
            .within(ACCOUNT_BYTES_MAX + slots.size() * SLOT_BYTES_MAX)
            .call(
                "eth_getProof",
                cluster.contract().hex(),
                slots.stream().map(Hex::of).toList(),
                Hex.of(block));
    List<byte[]> nodes = new ArrayList<>();
    add(nodes, proof.path("accountProof"));
    proof.path("storageProof").forEach(slot -> add(nodes, slot.path("proof")));
    List<Object[]> accounts = new ArrayList<>();
    if (cluster.layout() == Layout.CODE) {
      for (JsonNode slot : proof.path("storageProof")) {
        ContractCalls.codeAt(slot.path("value"))
            .ifPresent(code -> accounts.add(new Object[] {code.hex(), List.of(), Hex.of(block)}));
      }
    }
    if (!accounts.isEmpty()) {
      rpc()
          .within(ACCOUNT_BYTES_MAX * accounts.size())
          .callAll("eth_getProof", accounts)
          .forEach(each -> add(nodes, each.path("accountProof")));
    }
    return nodes;
  }

  private static void add(List<byte[]> nodes, JsonNode proof) {
    proof.forEach(node -> nodes.add(Hex.bytes(node)));
  }

  /** What the contract has logged in these blocks, as of {@code eth_getLogs}. */
  public JsonNode logs(long first, long last) throws RpcFailure, InterruptedException {
    return rpc()
        .call(
            "eth_getLogs",
            Map.of(
                "address",
                cluster.contract().hex(),
                "fromBlock",
                Hex.of(first),
                "toBlock",
                Hex.of(last)));
  }

  /** The digests of what the contract has of keys after a block; empty for none. */
  public List<Optional<byte[]>> digests(List<byte[]> keys, long block)
      throws RpcFailure, InterruptedException {
    List<Object[]> calls =
        keys.stream()
            .map(
                key ->
                    new Object[] {call(ContractCalls.stored(cluster.layout(), key)), Hex.of(block)})
            .toList();
    return rpc().callAll("eth_call", calls).stream()
        .map(result -> ContractCalls.digest(cluster.layout(), result.asText()))
        .toList();
  }
}
