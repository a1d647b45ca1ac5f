package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cometbft.SignedChain;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A ledger of a few blocks, what each key was after each of them, and honest answers about it. It
 * is attested by the votes of all nodes, or by one validator; its versions are places in the chain.
 */
final class AttestedLedger {
  static final String CLUSTER = "test";

  private final List<SigningKey> nodeKeys;
  private final Optional<SigningKey> validator;
  private final SparseMerkleTree tree = SparseMerkleTree.inMemory();
  private final List<byte[]> headers = new ArrayList<>();
  private final List<Map<String, byte[]>> states = new ArrayList<>(List.of(Map.of()));

  /** By the height of the first header; of this height. */
  private final Map<Long, VerifyReply> attested = new HashMap<>();

  private AttestedLedger(List<SigningKey> nodeKeys, Optional<SigningKey> validator) {
    this.nodeKeys = nodeKeys;
    this.validator = validator;
  }

  private static List<SigningKey> keys(int nodes) {
    return IntStream.range(0, nodes).mapToObj(i -> Ed25519.generate()).toList();
  }

  static AttestedLedger overKafka(int nodes) {
    return new AttestedLedger(keys(nodes), Optional.empty());
  }

  static AttestedLedger overCometBft() {
    return new AttestedLedger(keys(1), Optional.of(Ed25519.generate()));
  }

  /** An empty one that the same members sign. */
  AttestedLedger begunAnew() {
    return new AttestedLedger(nodeKeys, validator);
  }

  ReadVerifier verifier() {
    return verifier(AgeLimit.NONE, InstantSource.system());
  }

  ReadVerifier verifier(AgeLimit ages, InstantSource clock) {
    return new ReadVerifier(config("127.0.0.1:1", Ed25519.generate().publicKey()), ages, clock);
  }

  /**
   * A cluster of these nodes.
   *
   * @param address of each of them
   * @param client the key of its only client
   */
  ClusterConfig config(String address, byte[] client) {
    List<Member> nodes = new ArrayList<>();
    for (int i = 0; i < nodeKeys.size(); i++) {
      nodes.add(new Member("node" + i, address, nodeKeys.get(i).publicKey()));
    }
    List<Member> clients = List.of(new Member("client", "", client));
    Optional<ValidatorSet> validators = validator.map(SignedChain::validators);
    return new ClusterConfig(
        CLUSTER, ApprovalPolicy.ALL, "127.0.0.1:1", nodes, clients, validators, Map.of());
  }

  static byte[] key(String name) {
    return StateKey.of("t", name);
  }

  long height() {
    return headers.size();
  }

  /** Adds a block that puts these records, or deletes those that are null. */
  AttestedLedger block(Map<String, String> records) {
    long next = height() + 1;
    Map<String, byte[]> state = new TreeMap<>(states.get((int) height()));
    List<Change> changes = new ArrayList<>();
    int index = 0;
    for (Map.Entry<String, String> record : new TreeMap<>(records).entrySet()) {
      byte[] key = key(record.getKey());
      if (record.getValue().isEmpty()) {
        state.remove(record.getKey());
        changes.add(Change.delete(key));
      } else {
        byte[] fields = Fields.encode(Map.of("f", record.getValue().getBytes()));
        byte[] value = StateValue.put(StateValue.versionAt(next, index), fields);
        state.put(record.getKey(), value);
        changes.add(Change.put(key, value));
      }
      index++;
    }
    states.add(state);
    BlockHeader.Builder header =
        BlockHeader.newBuilder()
            .setHeight(next)
            .setPreviousHash(bytes(next == 1 ? new byte[32] : hash(height()).bytes()))
            .setTransactionsRoot(bytes(Hashes.sha256(new byte[] {(byte) next})))
            .setStateRoot(bytes(tree.update(next, changes)))
            .setPosition(next);
    headers.add(header.build().toByteArray());
    attested.clear();
    return this;
  }

  private static ByteString bytes(byte[] bytes) {
    return ByteString.copyFrom(bytes);
  }

  Hash hash(long height) {
    return Hash.of(Hashes.sha256(headers.get((int) height - 1)));
  }

  Hash stateRoot(long height) {
    return Hash.of(tree.at(height).root());
  }

  /** The state value after a block; null if the key was absent. */
  byte[] valueAt(String name, long height) {
    return states.get((int) height).get(name);
  }

  /** What a read at a height answers. */
  Receipt read(String name, long height) {
    return claim(name, valueAt(name, height), height);
  }

  /**
   * What a read at a height has answered, be it true or not.
   *
   * @param value null: absent
   */
  static Receipt claim(String name, byte[] value, long height) {
    SeenRead.Builder read = SeenRead.newBuilder().setKey(bytes(key(name))).setHeight(height);
    if (value != null) {
      read.setValueHash(bytes(Hashes.sha256(value)));
    }
    return new Receipt(read.build(), StateValue.version(value), height, "node1");
  }

  /** The answer to a verified read of what a key was after a block. */
  VerifyReply prove(String name, long height) {
    VerifyReply.Builder reply = attested(height);
    byte[] value = valueAt(name, height);
    if (value != null) {
      reply.setValue(bytes(value));
    }
    return reply.setProof(bytes(tree.at(height).prove(key(name)).encodeCompact())).build();
  }

  /** One proof for each height; the reads are proved at these. */
  VerifyReply proveSeen(List<Receipt> reads, long... heights) {
    Map<Long, List<Integer>> readsAt = new TreeMap<>();
    for (int i = 0; i < heights.length; i++) {
      readsAt.computeIfAbsent(heights[i], each -> new ArrayList<>()).add(i);
    }
    VerifyReply.Builder reply = attested(Arrays.stream(heights).min().orElseThrow());
    readsAt.forEach(
        (height, indexes) -> {
          List<byte[]> keys =
              indexes.stream().map(i -> reads.get(i).read().getKey().toByteArray()).toList();
          reply.addProofs(
              SeenProof.newBuilder()
                  .setHeight(height)
                  .addAllReads(indexes)
                  .setProof(bytes(tree.at(height).proveAll(keys).encode())));
        });
    return reply.build();
  }

  /** The newest header, with those from a height on. */
  VerifyReply head(long from) {
    return attested(from).setHeadHeight(height()).build();
  }

  /** Headers that nothing attests. */
  VerifyReply part(long from, long to) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    headers.subList((int) from - 1, (int) to).forEach(each -> reply.addHeaders(bytes(each)));
    return reply.build();
  }

  /** Headers from a height on, of which the last is attested. */
  VerifyReply.Builder attested(long from) {
    return attested.computeIfAbsent(from, this::attest).toBuilder();
  }

  private VerifyReply attest(long from) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    headers.subList((int) from - 1, headers.size()).forEach(each -> reply.addHeaders(bytes(each)));
    validator.ifPresentOrElse(
        key ->
            reply.setSignedHeader(
                SignedChain.sign(key, height() + 1, hash(height())).toByteString()),
        () -> IntStream.range(0, nodeKeys.size()).forEach(i -> reply.addVotes(vote(i))));
    return reply.build();
  }

  private Vote vote(int voter) {
    byte[] body =
        VoteBody.newBuilder()
            .setVoter("node" + voter)
            .setCluster(CLUSTER)
            .setUpToHeight(height() + 1)
            .setDecidedHeight(height())
            .setDecidedHash(bytes(hash(height()).bytes()))
            .build()
            .toByteArray();
    byte[] root = new byte[Hashes.BYTES];
    byte[] message = SignedMessages.round(CLUSTER, Hashes.sha256(body), root);
    return Vote.newBuilder()
        .setBody(bytes(body))
        .setSignature(bytes(nodeKeys.get(voter).sign(message)))
        .setTransactionsRoot(bytes(root))
        .build();
  }
}
