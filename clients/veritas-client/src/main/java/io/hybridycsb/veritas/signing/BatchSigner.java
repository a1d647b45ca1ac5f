package io.hybridycsb.veritas.signing;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Signs a batch of transactions at once: the Merkle root over their bodies. Each transaction
 * carries the signature and its own path, so that it can be proved alone.
 */
public final class BatchSigner {
  private final SigningKey key;
  private final String cluster;

  public BatchSigner(SigningKey key, String cluster) {
    this.key = key;
    this.cluster = cluster;
  }

  /**
   * @param bodies encoded transaction bodies
   * @return signed transactions, in the same order
   */
  public List<Transaction> sign(List<byte[]> bodies) {
    List<byte[]> leaves = new ArrayList<>(bodies.size());
    for (byte[] body : bodies) {
      leaves.add(MerkleTree.leaf(body));
    }
    MerkleTree tree = MerkleTree.of(leaves);
    ByteString signature =
        UnsafeByteOperations.unsafeWrap(
            key.sign(SignedMessages.batch(cluster, tree.root(), bodies.size())));
    List<Transaction> signed = new ArrayList<>(bodies.size());
    for (int i = 0; i < bodies.size(); i++) {
      signed.add(
          Transaction.newBuilder()
              .setBody(UnsafeByteOperations.unsafeWrap(bodies.get(i)))
              .setSignature(signature)
              .setBatchSize(bodies.size())
              .setBatchIndex(i)
              .setPath(UnsafeByteOperations.unsafeWrap(tree.path(i)))
              .build());
    }
    return signed;
  }
}
