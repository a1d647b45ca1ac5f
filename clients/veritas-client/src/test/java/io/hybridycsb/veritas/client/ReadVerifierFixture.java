package io.hybridycsb.veritas.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A ledger of three headers, what its four nodes sign of them, and answers made of both. */
abstract class ReadVerifierFixture {
  static final String CLUSTER = "test";
  static final long HEIGHT = 41;
  static final byte[] KEY = StateKey.of("t", "k7");
  static final byte[] ABSENT_KEY = StateKey.of("t", "nobody");

  final List<SigningKey> nodeKeys =
      IntStream.range(0, 4).mapToObj(i -> Ed25519.generate()).toList();
  final SparseMerkleTree tree = tree();
  final List<byte[]> headers = headers(tree.latest().root());

  ReadVerifier verifier(ApprovalPolicy policy) {
    List<Member> nodes = new ArrayList<>();
    for (int i = 0; i < nodeKeys.size(); i++) {
      nodes.add(new Member("node" + (i + 1), "127.0.0.1:1", nodeKeys.get(i).publicKey()));
    }
    return new ReadVerifier(
        new ClusterConfig(
            CLUSTER, policy, "127.0.0.1:1", nodes, List.of(), Optional.empty(), Map.of()),
        AgeLimit.NONE,
        InstantSource.system());
  }

  VerifyReply.Builder reply(int... voters) {
    VerifyReply.Builder reply =
        VerifyReply.newBuilder().setValue(ByteString.copyFrom(value(7))).setProof(proof(KEY));
    headers.forEach(header -> reply.addHeaders(ByteString.copyFrom(header)));
    for (int voter : voters) {
      reply.addVotes(vote(voter, HEIGHT, CLUSTER));
    }
    return reply;
  }

  VerifyReply.Builder absence(byte[] key) {
    return reply(0, 1, 2, 3).clearValue().setProof(proof(key));
  }

  ByteString proof(byte[] key) {
    return ByteString.copyFrom(tree.latest().prove(key).encodeCompact());
  }

  Vote vote(int voter, long height, String cluster) {
    return signed(body("node" + (voter + 1), height, cluster), voter);
  }

  VoteBody body(String voter, long height, String cluster) {
    byte[] header = headers.get((int) (height - HEIGHT));
    return VoteBody.newBuilder()
        .setVoter(voter)
        .setCluster(cluster)
        .setUpToHeight(height + 3)
        .setDecidedHeight(height)
        .setDecidedHash(ByteString.copyFrom(Hashes.sha256(header)))
        .build();
  }

  Vote signed(VoteBody body, int signer) {
    byte[] bytes = body.toByteArray();
    byte[] root = Hashes.sha256("of the transactions beside it".getBytes(UTF_8));
    byte[] message = SignedMessages.round(body.getCluster(), Hashes.sha256(bytes), root);
    return Vote.newBuilder()
        .setBody(ByteString.copyFrom(bytes))
        .setSignature(ByteString.copyFrom(nodeKeys.get(signer).sign(message)))
        .setTransactionsRoot(ByteString.copyFrom(root))
        .build();
  }

  static Vote changedSignature(Vote vote) {
    byte[] signature = vote.getSignature().toByteArray();
    signature[10] ^= 1;
    return vote.toBuilder().setSignature(ByteString.copyFrom(signature)).build();
  }

  BlockHeader header(int at) {
    try {
      return BlockHeader.parseFrom(headers.get(at));
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  static List<byte[]> headers(byte[] root) {
    List<byte[]> headers = new ArrayList<>();
    byte[] previous = new byte[32];
    for (int i = 0; i < 3; i++) {
      byte[] header =
          BlockHeader.newBuilder()
              .setHeight(HEIGHT + i)
              .setPreviousHash(ByteString.copyFrom(previous))
              .setStateRoot(ByteString.copyFrom(i == 0 ? root : new byte[32]))
              .build()
              .toByteArray();
      headers.add(header);
      previous = Hashes.sha256(header);
    }
    return headers;
  }

  static SparseMerkleTree tree() {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    tree.update(1, IntStream.range(0, 50).mapToObj(i -> Change.put(key(i), value(i))).toList());
    return tree;
  }

  static byte[] key(int i) {
    return StateKey.of("t", "k" + i);
  }

  static byte[] value(int i) {
    return StateValue.put(i, Fields.encode(Map.of("f", new byte[] {(byte) i})));
  }
}
