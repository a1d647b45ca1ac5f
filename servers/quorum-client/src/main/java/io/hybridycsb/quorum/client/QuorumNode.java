package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.rpc.EthNode;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.HeaderJson;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node of a network, as it answers. */
public final class QuorumNode extends EthNode {
  private static final int WORD = 32;
  private static final int ADDRESS_AT = 12;

  private final ClusterFile cluster;
  private final String name;

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
    T ask() throws ProofException, Unreachable, Refused, InterruptedException;
  }

  /**
   * What the node answers.
   *
   * @throws Unreachable also if the answer can't be read
   */
  <T> T answer(Question<T> question)
      throws ProofException, Unreachable, Refused, InterruptedException {
    try {
      return question.ask();
    } catch (VerificationFailed e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Unreachable("%s answers what can't be read: %s".formatted(name, e));
    }
  }

  /**
   * A block.
   *
   * @param headerBytes length of the header, as it is hashed
   * @param parent the hash of the block before it, in hex
   * @param transactions their hashes, in hex
   */
  public record Block(
      SealedHeader header, int headerBytes, String parent, List<String> transactions) {}

  /**
   * The block of that number; empty behind the newest.
   *
   * @throws ProofException if its header isn't the one of its hash, or has too few seals
   */
  public Optional<Block> block(long number)
      throws ProofException, Unreachable, Refused, InterruptedException {
    Optional<JsonNode> json = blockJson(number);
    return json.isEmpty() ? Optional.empty() : Optional.of(read(json.get(), number));
  }

  private Block read(JsonNode json, long number) throws ProofException {
    SealedHeader header;
    byte[] rlp;
    try {
      rlp = HeaderJson.rlp(json);
      header = SealedHeader.read(cluster.consensus(), rlp);
    } catch (RuntimeException e) {
      throw new ProofException("block %d can't be read: %s".formatted(number, e.getMessage()));
    }
    if (header.number() != number || !header.hashHex().equals(json.path("hash").asText())) {
      throw new ProofException("the header of block %d is another's".formatted(number));
    }
    if (number > 0) {
      header.requireSealed(cluster.consensus(), cluster.validators());
    }
    List<String> transactions = new ArrayList<>();
    json.path("transactions").forEach(each -> transactions.add(each.asText()));
    return new Block(header, rlp.length, json.path("parentHash").asText(), transactions);
  }

  /** The receipts of transactions in the chain, in their order. */
  List<JsonNode> receipts(List<String> transactions)
      throws Unreachable, Refused, InterruptedException {
    return rpc()
        .callAll(
            "eth_getTransactionReceipt",
            transactions.stream().map(each -> new Object[] {each}).toList());
  }

  /** The value that the contract has of a key after a block; empty if there is none. */
  Optional<byte[]> value(byte[] key, long block) throws Unreachable, Refused, InterruptedException {
    JsonNode result =
        rpc().call("eth_call", call(ContractCalls.stored(cluster.layout(), key)), Hex.of(block));
    return ContractCalls.value(result.asText());
  }

  private Map<String, String> call(String data) {
    return Map.of("to", cluster.contract().hex(), "data", data);
  }

  /** How many writes the contract has taken until a block. */
  public long writes(long block) throws Unreachable, Refused, InterruptedException {
    JsonNode result = rpc().call("eth_call", call(ContractCalls.WRITES), Hex.of(block));
    return result.asText().length() <= 2 ? 0 : Hex.word(result.asText());
  }

  /**
   * The nodes of the chain's tries that prove records of a block's state.
   *
   * @param slots that prove them, see {@link io.hybridycsb.ethereum.chain.RecordProof#slots}
   */
  List<byte[]> proof(List<byte[]> slots, long block)
      throws Unreachable, Refused, InterruptedException {
    JsonNode proof =
        proof(cluster.contract().hex(), slots.stream().map(Hex::of).toList(), Hex.of(block));
    List<byte[]> nodes = new ArrayList<>();
    add(nodes, proof.path("accountProof"));
    proof.path("storageProof").forEach(slot -> add(nodes, slot.path("proof")));
    if (cluster.layout() == Layout.CODE) {
      // A slot holds the address of the account whose code is the value.
      List<Object[]> accounts = new ArrayList<>();
      for (JsonNode slot : proof.path("storageProof")) {
        byte[] pointer = word(slot.path("value").asText());
        Address account = new Address(Hex.of(Arrays.copyOfRange(pointer, ADDRESS_AT, WORD)));
        accounts.add(new Object[] {account.hex(), List.of(), Hex.of(block)});
      }
      rpc()
          .callAll("eth_getProof", accounts)
          .forEach(each -> add(nodes, each.path("accountProof")));
    }
    return nodes;
  }

  private static void add(List<byte[]> nodes, JsonNode proof) {
    proof.forEach(node -> nodes.add(Hex.bytes(node)));
  }

  /** A number as 32 bytes, from hex without leading zeros. */
  private static byte[] word(String number) {
    String digits = number.length() < 2 ? "" : number.substring(2);
    return Hex.bytes("0x" + "0".repeat(2 * WORD - digits.length()) + digits);
  }

  /** What the contract has logged in these blocks, as of {@code eth_getLogs}. */
  public JsonNode logs(long first, long last) throws Unreachable, Refused, InterruptedException {
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
      throws Unreachable, Refused, InterruptedException {
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
