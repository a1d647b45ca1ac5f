package io.hybridycsb.blockchaindb.server.eth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.io.IOException;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.web3j.abi.DefaultFunctionEncoder;
import org.web3j.abi.FunctionReturnDecoder;
import org.web3j.abi.TypeReference;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Type;
import org.web3j.abi.datatypes.generated.Bytes32;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.crypto.SignedRawTransaction;
import org.web3j.crypto.TransactionDecoder;

/**
 * A chain with the contract, in place of all its clients: it has one pool, and seals and
 * reorganises when it is told to.
 */
public final class ChainStandIn implements AutoCloseable {
  private static final Shard SHARD =
      new Shard(Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());
  private static final String STALE_TOPIC =
      Hex.of(Hashes.keccak("Stale(uint256,bytes)".getBytes(UTF_8)));

  private final JsonNodeFactory json = JsonNodeFactory.instance;
  private final RpcStandIn client;
  private final Layout layout;

  /** By account and nonce. */
  private final Map<String, TreeMap<Long, Signed>> pool = new TreeMap<>();

  private final List<Sealed> chain = new ArrayList<>();
  private final Set<String> reverting = new HashSet<>();
  private int branch;

  private record Signed(String hash, String from, long nonce, String data) {}

  /**
   * A block and the state after it.
   *
   * @param records by key in hex
   * @param nonces the next one of each account
   */
  private record Sealed(
      String hash,
      List<Signed> transactions,
      ArrayNode receipts,
      Map<String, byte[]> records,
      Map<String, Long> nonces) {}

  /** A chain of a first block. */
  public ChainStandIn(Layout layout) throws IOException {
    this.layout = layout;
    this.client = new RpcStandIn(this::answer);
    seal();
    seal();
  }

  /** A client of the chain. */
  public EthChain client() {
    return new EthChain(client.rpc(), SHARD);
  }

  /** How many transactions of an account wait. */
  public synchronized int waiting(String account) {
    return pool.getOrDefault(account, new TreeMap<>()).size();
  }

  /** The newest block's hash. */
  public synchronized String newest() {
    return chain.get(chain.size() - 1).hash();
  }

  /** The record's value in the newest block; empty if it is absent. */
  public synchronized byte[] value(byte[] key) {
    return chain.get(chain.size() - 1).records().getOrDefault(Hex.of(key), new byte[0]);
  }

  /** From now on this account's transactions are reverted, or no longer. */
  public synchronized void revert(String account, boolean reverts) {
    if (reverts) {
      reverting.add(account);
    } else {
      reverting.remove(account);
    }
  }

  /** Seals a block of all that waits, these accounts' transactions first, in that order. */
  public synchronized void seal(String... first) {
    List<String> accounts = new ArrayList<>(List.of(first));
    pool.keySet().stream().filter(account -> !accounts.contains(account)).forEach(accounts::add);
    sealOnly(accounts, Integer.MAX_VALUE);
  }

  /**
   * Seals a block of what waits of these accounts, in that order.
   *
   * @param most transactions of each account
   */
  public synchronized void sealOnly(List<String> accounts, int most) {
    Sealed parent = chain.isEmpty() ? null : chain.get(chain.size() - 1);
    Map<String, byte[]> records = new HashMap<>(parent == null ? Map.of() : parent.records());
    Map<String, Long> nonces = new HashMap<>(parent == null ? Map.of() : parent.nonces());
    List<Signed> transactions = new ArrayList<>();
    ArrayNode receipts = json.arrayNode();
    for (String account : accounts) {
      TreeMap<Long, Signed> waiting = pool.getOrDefault(account, new TreeMap<>());
      for (int i = 0; i < most && waiting.containsKey(nonces.getOrDefault(account, 0L)); i++) {
        Signed next = waiting.remove(nonces.getOrDefault(account, 0L));
        nonces.put(account, next.nonce() + 1);
        transactions.add(next);
        receipts.add(execute(next, records));
      }
    }
    String hash = "0x%032x%032x".formatted(branch, chain.size());
    chain.add(new Sealed(hash, transactions, receipts, records, nonces));
  }

  /** Takes the newest blocks back; their transactions wait again. Call {@link #seal} after it. */
  public synchronized void takeBack(int blocks) {
    for (int i = 0; i < blocks; i++) {
      chain
          .remove(chain.size() - 1)
          .transactions()
          .forEach(t -> pool.computeIfAbsent(t.from(), a -> new TreeMap<>()).put(t.nonce(), t));
    }
    branch++;
  }

  /** As the contract does. */
  private ObjectNode execute(Signed transaction, Map<String, byte[]> records) {
    boolean success = !reverting.contains(transaction.from());
    ObjectNode receipt = json.objectNode().put("transactionHash", transaction.hash());
    receipt.put("status", success ? "0x1" : "0x0");
    ArrayNode logs = receipt.putArray("logs");
    if (!success) {
      return receipt;
    }
    @SuppressWarnings("rawtypes") // web3j's
    List<Type> call =
        FunctionReturnDecoder.decode(
            transaction.data().substring(transaction.data().length() % 64),
            new Function(
                    "setBatch",
                    List.of(),
                    List.of(
                        new TypeReference<DynamicArray<DynamicBytes>>() {},
                        new TypeReference<DynamicArray<DynamicBytes>>() {},
                        new TypeReference<DynamicArray<Bytes32>>() {},
                        new TypeReference<Uint256>() {},
                        new TypeReference<Bytes32>() {}))
                .getOutputParameters());
    byte[] seen = ((Bytes32) call.get(4)).getValue();
    int number = ((Uint256) call.get(3)).getValue().intValue();
    boolean isSeen =
        isNothing(seen)
            || number < chain.size() && Arrays.equals(seen, Hex.bytes(chain.get(number).hash()));
    List<?> keys = ((DynamicArray<?>) call.get(0)).getValue();
    for (int i = 0; i < keys.size(); i++) {
      DynamicBytes key = (DynamicBytes) keys.get(i);
      DynamicBytes value = (DynamicBytes) ((DynamicArray<?>) call.get(1)).getValue().get(i);
      byte[] expected = ((Bytes32) ((DynamicArray<?>) call.get(2)).getValue().get(i)).getValue();
      byte[] known = records.getOrDefault(Hex.of(key.getValue()), new byte[0]);
      ObjectNode log = logs.addObject().put("address", SHARD.contract().hex());
      if (isNothing(expected)
          || isSeen && Arrays.equals(expected, ContractCalls.digest(layout, known))) {
        records.put(Hex.of(key.getValue()), value.getValue());
        log.put("data", data(key, value));
      } else {
        log.put("data", data(new Uint256(i), key));
        log.putArray("topics").add(STALE_TOPIC);
      }
    }
    return receipt;
  }

  private static String data(Type<?>... fields) {
    return "0x" + new DefaultFunctionEncoder().encodeParameters(List.of(fields));
  }

  private static boolean isNothing(byte[] word) {
    return Arrays.equals(word, new byte[32]);
  }

  private synchronized JsonNode answer(String method, JsonNode parameters) {
    return switch (method) {
      case "admin_peers" -> json.arrayNode();
      case "eth_sendRawTransaction" -> take(parameters.get(0).asText());
      case "eth_getTransactionCount" -> json.textNode("0x0");
      case "eth_getTransactionByHash" -> find(parameters.get(0).asText());
      case "eth_getBlockReceipts" ->
          chain.stream()
              .filter(block -> block.hash().equals(parameters.get(0).asText()))
              .findFirst()
              .<JsonNode>map(Sealed::receipts)
              .orElse(json.nullNode());
      case "eth_getBlockByNumber" -> block((int) Hex.number(parameters.get(0)));
      case "eth_getHeaderByNumber" ->
          parameters.get(0).asText().equals("latest")
              ? block(chain.size() - 1)
              : block((int) Hex.number(parameters.get(0)));
      default -> throw new IllegalArgumentException(method);
    };
  }

  private JsonNode take(String raw) {
    SignedRawTransaction signed = (SignedRawTransaction) TransactionDecoder.decode(raw);
    String hash = Hex.of(Hashes.keccak(Hex.bytes(raw)));
    long nonce = signed.getNonce().longValueExact();
    try {
      String from = signed.getFrom();
      if (find(hash).isNull()) {
        pool.computeIfAbsent(from, a -> new TreeMap<>())
            .put(nonce, new Signed(hash, from, nonce, signed.getData()));
      }
    } catch (SignatureException e) {
      throw new IllegalArgumentException(e);
    }
    return json.textNode(hash);
  }

  private JsonNode find(String hash) {
    boolean isThere =
        chain.stream()
                .flatMap(block -> block.transactions().stream())
                .anyMatch(t -> t.hash().equals(hash))
            || pool.values().stream()
                .flatMap(waiting -> waiting.values().stream())
                .anyMatch(t -> t.hash().equals(hash));
    return isThere ? json.objectNode() : json.nullNode();
  }

  private JsonNode block(int number) {
    if (number >= chain.size()) {
      return json.nullNode();
    }
    ObjectNode block = json.objectNode();
    for (String name :
        List.of(
            "sha3Uncles",
            "miner",
            "stateRoot",
            "transactionsRoot",
            "receiptsRoot",
            "logsBloom",
            "extraData",
            "mixHash",
            "nonce")) {
      block.put(name, "0x01");
    }
    for (String name : List.of("difficulty", "gasUsed", "timestamp")) {
      block.put(name, "0x1");
    }
    block.put("gasLimit", Hex.of(300_000_000)).put("number", Hex.of(number));
    block.put("hash", chain.get(number).hash());
    block.put("parentHash", number == 0 ? "0x" : chain.get(number - 1).hash());
    ArrayNode transactions = block.putArray("transactions");
    chain.get(number).transactions().forEach(t -> transactions.add(t.hash()));
    return block;
  }

  @Override
  public void close() {
    client.close();
  }
}
