package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.ethereum.chain.TrieRoot;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import io.hybridycsb.ethereum.rpc.RpcStandIn.Refusal;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SignatureException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.web3j.crypto.SignedRawTransaction;
import org.web3j.crypto.TransactionDecoder;

/**
 * Nodes of one chain, which grows when a test says so, under Raft or QBFT. Its contract holds one
 * record at most.
 */
final class ChainStandIn implements AutoCloseable {
  static final byte[] KEY = StateKey.of("usertable", "ada");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final byte[] OTHER_KEY = StateKey.of("usertable", "bob");
  private static final byte[] NO_RECORD = {};
  private static final int GAS = 30_000;

  private final Consensus consensus;
  private final List<RpcStandIn> nodes = new ArrayList<>();
  private final List<JsonNode> blocks = new ArrayList<>();
  private final List<byte[]> records = new ArrayList<>();
  private final List<Integer> heights = new ArrayList<>();
  private final Map<String, JsonNode> receipts = new HashMap<>();
  private final Map<String, String> signed = new HashMap<>();
  private final Map<Integer, String> refusals = new HashMap<>();
  private final Map<Integer, Lie> lies = new HashMap<>();
  private final Map<Integer, CountDownLatch> silences = new ConcurrentHashMap<>();
  private final Set<Integer> garbling = new HashSet<>();
  private final Set<String> pool = new LinkedHashSet<>();
  private final List<String> senders = new ArrayList<>();
  private final List<Integer> asked = new ArrayList<>();
  private final List<Set<Integer>> shown = new ArrayList<>();
  private List<Address> validators = TestValidators.addresses();
  private byte[] record = NO_RECORD;
  private Optional<Instant> made = Optional.empty();

  /** What a node answers instead of the truth. */
  interface Lie {
    JsonNode instead(String method, JsonNode parameters, JsonNode truth);
  }

  ChainStandIn(int count) throws IOException {
    this(Consensus.RAFT, count);
  }

  ChainStandIn(Consensus consensus, int count) throws IOException {
    this.consensus = consensus;
    grow(true);
    for (int i = 0; i < count; i++) {
      int node = i;
      heights.add(0);
      shown.add(new HashSet<>());
      nodes.add(new RpcStandIn((method, parameters) -> answer(node, method, parameters)));
    }
  }

  synchronized ClusterFile cluster() {
    List<ClusterFile.Node> members = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      members.add(new ClusterFile.Node("node" + (i + 1), nodes.get(i).url()));
    }
    ClusterFile any = RealBlocks.cluster(consensus);
    return new ClusterFile(
        consensus,
        any.layout(),
        any.chainId(),
        Hex.hash(blocks.get(0).get("hash")),
        OneRecordChain.CONTRACT,
        TestValidators.addresses(),
        members);
  }

  /** A block with all that is in the pool, which no node has yet. */
  synchronized void grow(boolean success) {
    ObjectNode block = template();
    int number = blocks.size();
    block.put("number", Hex.of((long) number));
    block.put("parentHash", number == 0 ? Hex.of(new byte[32]) : hash(number - 1));
    block.put("stateRoot", Hex.of(state(record).stateRoot()));
    made.ifPresent(at -> block.put("timestamp", timestamp(at)));
    List<byte[]> transactions = new ArrayList<>();
    List<byte[]> outcomes = new ArrayList<>();
    ArrayNode hashes = block.putArray("transactions");
    for (String hash : pool) {
      hashes.add(hash);
      transactions.add(Hex.bytes(signed.get(hash)));
      JsonNode receipt = receipt(success, hashes.size());
      receipts.put(hash, receipt);
      outcomes.add(BlockJson.receipt(receipt));
    }
    pool.clear();
    block.put("transactionsRoot", Hex.of(TrieRoot.ofList(transactions)));
    block.put("receiptsRoot", Hex.of(TrieRoot.ofList(outcomes)));
    block.put("gasUsed", Hex.of((long) GAS * hashes.size()));
    name(block);
    blocks.add(block);
    records.add(record);
  }

  private String timestamp(Instant at) {
    long seconds = at.getEpochSecond();
    return Hex.of(consensus == Consensus.RAFT ? TimeUnit.SECONDS.toNanos(seconds) : seconds);
  }

  private ObjectNode template() {
    try {
      return (ObjectNode) RealBlocks.of(consensus);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives a block its hash, and its seals where there are any. */
  void name(ObjectNode block) {
    if (consensus.isSealedByMost()) {
      TestValidators.seal(block, validators);
    } else {
      block.put("hash", Hex.of(Hashes.of(BlockJson.header(block))));
    }
  }

  private String hash(int number) {
    return blocks.get(number).get("hash").asText();
  }

  /** The receipt of the transaction in that place of a block, from 1. */
  static JsonNode receipt(boolean success, int place) {
    return JSON.objectNode()
        .put("status", success ? "0x1" : "0x0")
        .put("type", "0x0")
        .put("gasUsed", Hex.of((long) GAS))
        .put("cumulativeGasUsed", Hex.of((long) GAS * place))
        .put("logsBloom", "0x" + "00".repeat(256))
        .set("logs", JSON.arrayNode());
  }

  /** Further blocks name these validators. */
  synchronized void elects(List<Address> elected) {
    validators = elected;
  }

  /** Nodes have all blocks now. */
  synchronized void arrives(int... receivers) {
    for (int node : receivers) {
      heights.set(node, blocks.size() - 1);
    }
  }

  /** All nodes have the blocks up to this one only. */
  synchronized void allHave(int block) {
    heights.replaceAll(height -> block);
  }

  /** The blocks behind this one are no more, at any node. */
  synchronized void loses(int block) {
    allHave(block);
    blocks.subList(block + 1, blocks.size()).clear();
    records.subList(block + 1, records.size()).clear();
  }

  /** Further blocks are of this time. */
  synchronized void makesAt(Instant time) {
    made = Optional.of(time);
  }

  /** A node takes no transactions any more, and says this. */
  synchronized void refuses(int node, String words) {
    refusals.put(node, words);
  }

  /** A node lies from now on. */
  synchronized void lies(int node, Lie lie) {
    lies.put(node, lie);
  }

  /** A node answers with garbage, or no longer does. */
  synchronized void garbles(int node, boolean garbles) {
    if (garbles) {
      garbling.add(node);
    } else {
      garbling.remove(node);
    }
  }

  /** A node answers no question until then. */
  void silences(int node, CountDownLatch end) {
    silences.put(node, end);
  }

  /** What the contract holds at {@link #KEY} in further blocks, and in the first if it is alone. */
  synchronized void holds(byte[] value) {
    record = value;
    if (blocks.size() == 1) {
      blocks.clear();
      records.clear();
      grow(true);
    }
  }

  /** The state with a record of less than 32 bytes. */
  static OneRecordChain state(byte[] record) {
    if (record.length == 0) {
      return new OneRecordChain(OTHER_KEY, new byte[] {1});
    }
    byte[] word = Arrays.copyOf(record, 32);
    word[31] = (byte) (2 * record.length);
    return new OneRecordChain(KEY, word);
  }

  /** The proof of that record, as of {@code eth_getProof}. */
  static JsonNode proof(byte[] record) {
    ObjectNode proof = JSON.objectNode();
    ArrayNode all = proof.putArray("accountProof");
    state(record).nodes().forEach(node -> all.add(Hex.of(node)));
    return proof;
  }

  /** What the contract answers to who asks for that record. */
  static JsonNode returned(byte[] record) {
    int padded = (record.length + 31) / 32 * 32;
    String digits = Hex.of(Arrays.copyOf(record, padded)).substring(2);
    return JSON.textNode("0x" + word(32) + word(record.length) + digits);
  }

  private static String word(long number) {
    return "%064x".formatted(number);
  }

  /** How many transactions wait for a block. */
  synchronized int waiting() {
    return pool.size();
  }

  /** The transactions that wait for a block, by hash, as they were signed. */
  synchronized Map<String, String> waitingSigned() {
    Map<String, String> waiting = new HashMap<>();
    pool.forEach(hash -> waiting.put(hash, signed.get(hash)));
    return waiting;
  }

  /** The accounts that have sent something, in order. */
  synchronized List<String> senders() {
    return List.copyOf(senders);
  }

  /** The nodes that were asked for records, in order. */
  synchronized List<Integer> asked() {
    return List.copyOf(asked);
  }

  /** Whether a node was asked for a block that it has. */
  synchronized boolean hasShown(int node, int block) {
    return shown.get(node).contains(block);
  }

  void kill(int node) {
    nodes.get(node).close();
  }

  private JsonNode answer(int node, String method, JsonNode parameters) {
    awaitEnd(node);
    return answerNow(node, method, parameters);
  }

  private void awaitEnd(int node) {
    CountDownLatch end = silences.get(node);
    if (end != null) {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized JsonNode answerNow(int node, String method, JsonNode parameters) {
    if (garbling.contains(node)) {
      return JSON.textNode("0xgarbage");
    }
    JsonNode truth = truth(node, method, parameters);
    Lie lie = lies.get(node);
    return lie == null ? truth : lie.instead(method, parameters, truth);
  }

  private JsonNode truth(int node, String method, JsonNode parameters) {
    return switch (method) {
      case "eth_blockNumber" -> JSON.textNode(Hex.of((long) heights.get(node)));
      case "eth_getBlockByNumber" -> {
        int number = (int) Hex.number(parameters.get(0));
        if (number > heights.get(node)) {
          yield JSON.nullNode();
        }
        shown.get(node).add(number);
        yield blocks.get(number).deepCopy();
      }
      case "eth_getRawTransactionByBlockHashAndIndex" -> transaction(parameters);
      case "eth_getTransactionReceipt" ->
          receipts.getOrDefault(parameters.get(0).asText(), JSON.nullNode()).deepCopy();
      case "eth_sendRawTransaction" -> send(node, parameters.get(0).asText());
      case "eth_call" -> {
        asked.add(node);
        yield returned(records.get((int) Hex.number(parameters.get(1))));
      }
      case "eth_getProof" -> proof(records.get((int) Hex.number(parameters.get(2))));
      default -> throw new IllegalStateException(method);
    };
  }

  private JsonNode transaction(JsonNode parameters) {
    for (JsonNode block : blocks) {
      if (block.get("hash").equals(parameters.get(0))) {
        JsonNode hash = block.get("transactions").path((int) Hex.number(parameters.get(1)));
        return JSON.textNode(signed.getOrDefault(hash.asText(), "0x"));
      }
    }
    return JSON.textNode("0x");
  }

  private JsonNode send(int node, String raw) {
    if (refusals.containsKey(node)) {
      throw new Refusal(refusals.get(node));
    }
    String hash = Hex.of(Hashes.keccak(Hex.bytes(raw)));
    if (!receipts.containsKey(hash) && pool.add(hash)) {
      signed.put(hash, raw);
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
