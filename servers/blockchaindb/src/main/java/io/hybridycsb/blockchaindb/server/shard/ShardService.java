package io.hybridycsb.blockchaindb.server.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.RecordProof;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.Hex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** One shard: the state that follows its chain, and the writers into it. */
public final class ShardService implements AutoCloseable {
  /** What one proof is about at most, unless a single record takes more. */
  private static final int SLOTS_MAX = 1_024;

  private static final long RECORDS_BYTES_MAX = 4 << 20;

  private final String name;
  private final EthChain chain;
  private final Layout layout;
  private final ShardState state = new ShardState();
  private final List<AccountWriter> writers;
  private final ChainFollower follower;
  private final ProofBatcher proofs;

  /**
   * How writes are batched, and how fast the chain is.
   *
   * @param batchMax writes in a transaction
   * @param lingerMs how long the first write of a batch waits for others
   * @param inFlightMax transactions of an account that no block has yet
   * @param periodS seconds between two blocks
   */
  public record Options(int batchMax, long lingerMs, int inFlightMax, long periodS) {}

  /**
   * @param dataDir where the journals lie
   */
  public ShardService(
      String name,
      EthChain chain,
      Layout layout,
      List<Account> accounts,
      Path dataDir,
      Options options) {
    this.name = name;
    this.chain = chain;
    this.layout = layout;
    int writersOfAll = accounts.size() * chain.shard().authorities().size();
    this.writers =
        IntStream.range(0, accounts.size())
            .mapToObj(
                i -> {
                  Path file = dataDir.resolve("journal-" + accounts.get(i).address());
                  List<Submitted> found = new ArrayList<>();
                  Journal journal = Journal.open(file, found);
                  return new AccountWriter(
                      name + "-" + i,
                      chain,
                      layout,
                      state,
                      accounts.get(i),
                      journal,
                      found,
                      options,
                      writersOfAll);
                })
            .toList();
    this.proofs = new ProofBatcher(name, chain);
    this.follower =
        new ChainFollower(
            name,
            chain,
            state,
            options.periodS(),
            (undone, applied) -> writers.forEach(writer -> writer.chainChanged(undone, applied)));
  }

  /**
   * Follows the chain up to its newest block, then takes writes.
   *
   * @return false if it took longer than allowed
   */
  public boolean start(long timeoutMs) throws InterruptedException {
    follower.start();
    if (!follower.awaitCaughtUp(timeoutMs)) {
      return false;
    }
    writers.forEach(AccountWriter::start);
    proofs.start();
    return true;
  }

  /** Whether it has caught up with the chain, and the chain's client answered when last asked. */
  public boolean isFollowing() {
    return follower.isFollowing();
  }

  /** How often blocks of the chain were undone. */
  public long reorganisations() {
    return follower.reorganisations();
  }

  /** How many bytes of transactions the node may have on their way into the chain. */
  public long sendWindowBytes() {
    return writers.stream().mapToLong(AccountWriter::windowBytes).sum();
  }

  public ShardState state() {
    return state;
  }

  private AccountWriter writer(byte[] key) {
    return writers.get(Math.floorMod(Arrays.hashCode(key), writers.size()));
  }

  /** Accepts a write; false if too many wait. */
  public boolean offer(PendingWrite write) {
    return writer(write.write().getKey().toByteArray()).offer(write);
  }

  /** Whether a write of this key is on its way into the chain. */
  public boolean isPending(byte[] key) {
    return writer(key).isPending(key);
  }

  /** The outcomes of an operation's writes. */
  public List<WriteReply> outcomes(ByteString operation) {
    return writers.stream().flatMap(writer -> writer.outcomes(operation).stream()).toList();
  }

  /** The receipt of any transaction, from the chain's client. */
  public JsonNode receipt(byte[] transaction) throws RpcFailure, InterruptedException {
    return chain.receipt(Hex.of(transaction));
  }

  /** Whether the chain's client has a transaction, in the pool or a block. */
  public boolean knows(byte[] transaction) throws RpcFailure, InterruptedException {
    return chain.knows(Hex.of(transaction));
  }

  /** The hash of the block of that number in the chain's client; empty behind the newest. */
  public Optional<String> hash(long number) throws RpcFailure, InterruptedException {
    return chain.hash(number);
  }

  /** Whether the chain's client has executed the block of that hash, on whatever branch. */
  public boolean hasExecuted(byte[] block) throws RpcFailure, InterruptedException {
    return chain.hasExecuted(Hex.of(block));
  }

  /**
   * Records with their proof. The answer of the chain's client is passed on unchecked; the caller
   * checks it.
   */
  public ProofReply proof(ProofRequest request) throws RpcFailure, InterruptedException {
    List<byte[]> keys = request.getKeysList().stream().map(ByteString::toByteArray).toList();
    String named = Hex.of(request.getBlock().toByteArray());
    long newest = state.newest().map(Block::number).orElse(0L);
    Optional<ShardState.AsOf> at =
        request.getBlock().isEmpty()
            ? state.get(keys, depth(request, newest))
            : state.get(keys, named);
    return at.isPresent() ? proof(keys, at.get()) : ProofReply.getDefaultInstance();
  }

  /** How many blocks behind the newest a proof is that names no block. */
  static int depth(ProofRequest request, long newest) {
    // The first block has no seal.
    long first = Math.max(1, request.getFromBlock());
    return (int) Math.max(0, Math.min(request.getDepth(), newest - first));
  }

  private ProofReply proof(List<byte[]> keys, ShardState.AsOf at)
      throws RpcFailure, InterruptedException {
    ProofReply.Builder reply =
        ProofReply.newBuilder().setHeader(ByteString.copyFrom(at.block().header()));
    List<byte[]> slots = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < keys.size(); i++) {
      Optional<byte[]> record = at.records().get(i);
      List<byte[]> further = RecordProof.slots(layout, keys.get(i), record);
      bytes += record.map(value -> value.length).orElse(0);
      if (i > 0 && (slots.size() + further.size() > SLOTS_MAX || bytes > RECORDS_BYTES_MAX)) {
        break;
      }
      slots.addAll(further);
      reply.addRecords(
          Proven.newBuilder()
              .setFound(record.isPresent())
              .setRecord(ByteString.copyFrom(record.orElse(new byte[0]))));
    }
    ProofBatcher.Answer proof = proofs.ask(slots, at.block().hash());
    Set<ByteString> nodes = new LinkedHashSet<>();
    add(proof.account(), nodes);
    for (JsonNode slot : proof.slots()) {
      add(slot.get("proof"), nodes);
      Optional<Address> code =
          layout == Layout.CODE ? ContractCalls.codeAt(slot.get("value")) : Optional.empty();
      if (code.isPresent()) {
        add(chain.proof(code.get(), List.of(), at.block().hash()).get("accountProof"), nodes);
      }
    }
    return reply.addAllNodes(nodes).build();
  }

  private static void add(JsonNode texts, Set<ByteString> nodes) {
    texts.forEach(text -> nodes.add(ByteString.copyFrom(Hex.bytes(text))));
  }

  public String name() {
    return name;
  }

  @Override
  public void close() throws InterruptedException {
    follower.close();
    proofs.close();
    writers.forEach(AccountWriter::stop);
    for (AccountWriter writer : writers) {
      writer.close();
    }
  }
}
