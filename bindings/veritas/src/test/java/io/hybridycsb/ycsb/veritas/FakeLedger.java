package io.hybridycsb.ycsb.veritas;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.cometbft.HeaderHash;
import io.hybridycsb.veritas.cometbft.proto.BlockID;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.CanonicalVote;
import io.hybridycsb.veritas.cometbft.proto.Commit;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.cometbft.proto.PartSetHeader;
import io.hybridycsb.veritas.cometbft.proto.PublicKey;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedMsgType;
import io.hybridycsb.veritas.cometbft.proto.SimpleValidator;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A tree, a header for each of its versions, and one signature that attests the newest. */
final class FakeLedger {
  private final SparseMerkleTree tree = SparseMerkleTree.inMemory();
  private final List<ByteString> headers = new ArrayList<>();

  FakeLedger() {
    addHeader();
  }

  private void addHeader() {
    BlockHeader.Builder header =
        BlockHeader.newBuilder()
            .setHeight(height())
            .setStateRoot(ByteString.copyFrom(tree.latest().root()));
    if (!headers.isEmpty()) {
      header.setPreviousHash(newestHash());
    }
    headers.add(header.build().toByteString());
  }

  private ByteString newestHash() {
    byte[] newest = headers.get(headers.size() - 1).toByteArray();
    return ByteString.copyFrom(Hashes.sha256(newest));
  }

  long height() {
    return tree.latest().version();
  }

  /**
   * @param value null to delete
   */
  void put(byte[] key, byte[] value) {
    tree.update(height() + 1, Set.of(value == null ? Change.delete(key) : Change.put(key, value)));
    addHeader();
  }

  /** The newest header, with those from a height on. */
  VerifyReply.Builder head(long from) {
    return VerifyReply.newBuilder()
        .addAllHeaders(headers.subList((int) (from == 0 ? height() : from), headers.size()))
        .setHeadHeight(height());
  }

  VerifyReply.Builder prove(byte[] key) {
    return VerifyReply.newBuilder()
        .addHeaders(headers.get(headers.size() - 1))
        .setProof(ByteString.copyFrom(tree.latest().prove(key).encodeCompact()));
  }

  /**
   * Each value is proved at the newest height if that still holds it, all else at the height of the
   * read.
   */
  VerifyReply.Builder prove(List<SeenRead> reads) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    long least = height();
    for (int i = 0; i < reads.size(); i++) {
      byte[] key = reads.get(i).getKey().toByteArray();
      byte[] now = tree.latest().valueHash(key);
      boolean current = now != null && reads.get(i).getValueHash().equals(ByteString.copyFrom(now));
      Snapshot at = current ? tree.latest() : tree.at(reads.get(i).getHeight());
      least = Math.min(least, at.version());
      reply.addProofs(
          SeenProof.newBuilder()
              .setHeight(at.version())
              .addReads(i)
              .setProof(ByteString.copyFrom(at.proveAll(List.of(key)).encode())));
    }
    return reply.addAllHeaders(headers.subList((int) least, headers.size()));
  }

  Vote vote(String voter, String cluster, SigningKey key) {
    byte[] body =
        VoteBody.newBuilder()
            .setVoter(voter)
            .setCluster(cluster)
            .setDecidedHeight(height())
            .setDecidedHash(newestHash())
            .build()
            .toByteArray();
    byte[] root = new byte[Hashes.BYTES];
    byte[] message = SignedMessages.round(cluster, Hashes.sha256(body), root);
    return Vote.newBuilder()
        .setBody(ByteString.copyFrom(body))
        .setSignature(ByteString.copyFrom(key.sign(message)))
        .setTransactionsRoot(ByteString.copyFrom(root))
        .build();
  }

  /** What the only validator of a chain signs, its power being {@code power}. */
  ByteString signedHeader(String chain, SigningKey key, long power) {
    byte[] validator =
        SimpleValidator.newBuilder()
            .setPubKey(PublicKey.newBuilder().setEd25519(ByteString.copyFrom(key.publicKey())))
            .setVotingPower(power)
            .build()
            .toByteArray();
    byte[] leaf = ByteBuffer.allocate(1 + validator.length).put((byte) 0).put(validator).array();
    Header header =
        Header.newBuilder()
            .setChainId(chain)
            .setHeight(height() + 1)
            .setValidatorsHash(ByteString.copyFrom(Hashes.sha256(leaf)))
            .setAppHash(newestHash())
            .build();
    BlockID id =
        BlockID.newBuilder()
            .setHash(ByteString.copyFrom(HeaderHash.of(header)))
            .setPartSetHeader(PartSetHeader.newBuilder().setTotal(1).setHash(newestHash()))
            .build();
    CommitSig signature =
        CommitSig.newBuilder()
            .setBlockIdFlag(BlockIDFlag.BLOCK_ID_FLAG_COMMIT)
            .setValidatorAddress(
                ByteString.copyFrom(Hashes.sha256(key.publicKey())).substring(0, 20))
            .setTimestamp(Timestamp.getDefaultInstance())
            .setSignature(ByteString.copyFrom(key.sign(canonicalVote(header, id))))
            .build();
    Commit commit =
        Commit.newBuilder()
            .setHeight(header.getHeight())
            .setBlockId(id)
            .addSignatures(signature)
            .build();
    return SignedHeader.newBuilder().setHeader(header).setCommit(commit).build().toByteString();
  }

  private static byte[] canonicalVote(Header header, BlockID id) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CanonicalVote.newBuilder()
          .setType(SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT)
          .setHeight(header.getHeight())
          .setBlockId(id)
          .setTimestamp(Timestamp.getDefaultInstance())
          .setChainId(header.getChainId())
          .build()
          .writeDelimitedTo(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }
}
