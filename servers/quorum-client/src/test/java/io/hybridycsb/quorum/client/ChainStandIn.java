package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.rpc.HeaderJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import io.hybridycsb.ethereum.rpc.RpcStandIn.Refusal;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.web3j.crypto.SignedRawTransaction;
import org.web3j.crypto.TransactionDecoder;

/** Nodes of one chain without seals, as under Raft, which grows when a test says so. */
final class ChainStandIn implements AutoCloseable {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String EMPTY_BYTES = "0x" + word(32) + word(0);

  private final List<RpcStandIn> nodes = new ArrayList<>();
  private final List<JsonNode> blocks = new ArrayList<>();
  private final List<Integer> heights = new ArrayList<>();
  private final Map<String, JsonNode> receipts = new HashMap<>();
  private final Map<Integer, String> refusals = new HashMap<>();
  private final Set<Integer> garbling = new HashSet<>();
  private final Set<String> pool = new LinkedHashSet<>();
  private final List<String> senders = new ArrayList<>();
  private final List<Integer> asked = new ArrayList<>();
  private String value = EMPTY_BYTES;

  ChainStandIn(int count) throws IOException {
    grow(true);
    for (int i = 0; i < count; i++) {
      int node = i;
      heights.add(0);
      nodes.add(new RpcStandIn((method, parameters) -> answer(node, method, parameters)));
    }
  }

  ClusterFile cluster() {
    ClusterFile any = RealBlocks.cluster(Consensus.RAFT);
    List<ClusterFile.Node> members = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      members.add(new ClusterFile.Node("node" + (i + 1), nodes.get(i).url()));
    }
    return new ClusterFile(
        any.consensus(), any.layout(), any.chainId(), any.contract(), any.validators(), members);
  }

  /** A block with all that is in the pool, which no node has yet. */
  synchronized void grow(boolean success) {
    ObjectNode block;
    try {
      block = (ObjectNode) RealBlocks.of(Consensus.RAFT);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    int number = blocks.size();
    block.put("number", Hex.of(number));
    if (number > 0) {
      block.put("parentHash", blocks.get(number - 1).get("hash").asText());
    }
    block.put("hash", Hex.of(Hashes.keccak(HeaderJson.rlp(block))));
    ArrayNode transactions = block.putArray("transactions");
    for (String hash : pool) {
      transactions.add(hash);
      receipts.put(
          hash, JSON.objectNode().put("status", success ? "0x1" : "0x0").put("gasUsed", "0x5208"));
    }
    pool.clear();
    blocks.add(block);
  }

  /** Nodes have all blocks now. */
  synchronized void arrives(int... receivers) {
    for (int node : receivers) {
      heights.set(node, blocks.size() - 1);
    }
  }

  /** A node takes no transactions any more, and says this. */
  synchronized void refuses(int node, String words) {
    refusals.put(node, words);
  }

  /** A node answers with garbage, or no longer does. */
  synchronized void garbles(int node, boolean garbles) {
    if (garbles) {
      garbling.add(node);
    } else {
      garbling.remove(node);
    }
  }

  /** What the contract answers, in bytes. */
  synchronized void holds(byte[] record) {
    int padded = (record.length + 31) / 32 * 32;
    String digits = Hex.of(Arrays.copyOf(record, padded)).substring(2);
    value = "0x" + word(32) + word(record.length) + digits;
  }

  private static String word(long number) {
    return "%064x".formatted(number);
  }

  /** How many transactions wait for a block. */
  synchronized int waiting() {
    return pool.size();
  }

  /** The accounts that have sent something, in order. */
  synchronized List<String> senders() {
    return List.copyOf(senders);
  }

  /** The nodes that were asked for records, in order. */
  synchronized List<Integer> asked() {
    return List.copyOf(asked);
  }

  void kill(int node) {
    nodes.get(node).close();
  }

  private synchronized JsonNode answer(int node, String method, JsonNode parameters) {
    if (garbling.contains(node)) {
      return JSON.textNode("0xgarbage");
    }
    return switch (method) {
      case "eth_blockNumber" -> JSON.textNode(Hex.of((long) heights.get(node)));
      case "eth_getBlockByNumber" -> {
        int number = (int) Hex.number(parameters.get(0));
        yield number > heights.get(node) ? JSON.nullNode() : blocks.get(number);
      }
      case "eth_getTransactionReceipt" ->
          receipts.getOrDefault(parameters.get(0).asText(), JSON.nullNode());
      case "eth_sendRawTransaction" -> send(node, parameters.get(0).asText());
      case "eth_call" -> {
        asked.add(node);
        yield JSON.textNode(value);
      }
      default -> throw new IllegalStateException(method);
    };
  }

  private JsonNode send(int node, String raw) {
    if (refusals.containsKey(node)) {
      throw new Refusal(refusals.get(node));
    }
    String hash = Hex.of(Hashes.keccak(Hex.bytes(raw)));
    if (!receipts.containsKey(hash) && pool.add(hash)) {
      try {
        SignedRawTransaction transaction = (SignedRawTransaction) TransactionDecoder.decode(raw);
        senders.add(transaction.getFrom() + " " + transaction.getNonce().add(BigInteger.ZERO));
      } catch (SignatureException e) {
        throw new IllegalStateException(e);
      }
    }
    return JSON.textNode(hash);
  }

  @Override
  public void close() {
    nodes.forEach(RpcStandIn::close);
  }
}
