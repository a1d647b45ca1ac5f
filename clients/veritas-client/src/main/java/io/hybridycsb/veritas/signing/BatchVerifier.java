package io.hybridycsb.veritas.signing;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks transactions' signatures. It remembers the batches it has checked last, so that one batch
 * costs one Ed25519 verification and each further transaction only the hashes of its path. Safe for
 * use by several threads.
 */
public final class BatchVerifier {
  private static final int GENERATION_BATCHES = 4096;

  private final String cluster;
  private volatile Map<Batch, Boolean> young = new ConcurrentHashMap<>();
  private volatile Map<Batch, Boolean> old = Map.of();

  public BatchVerifier(String cluster) {
    this.cluster = cluster;
  }

  /**
   * @param leafHash {@link MerkleTree#leaf(byte[])} of the transaction's body
   * @param client raw public key
   */
  public boolean verify(Transaction transaction, byte[] leafHash, ByteString client) {
    byte[] root =
        MerkleTree.rootFromPath(
            leafHash,
            transaction.getBatchIndex(),
            transaction.getBatchSize(),
            transaction.getPath().toByteArray());
    if (root == null || transaction.getSignature().size() != Ed25519.SIGNATURE_BYTES) {
      // Signatures of other lengths aren't remembered: a sender could fill the memory with them.
      return false;
    }
    Batch batch = new Batch(root, transaction.getBatchSize(), client, transaction.getSignature());
    Boolean known = young.get(batch);
    if (known == null) {
      known = old.get(batch);
    }
    if (known == null) {
      known =
          Ed25519.verify(
              client.toByteArray(),
              SignedMessages.batch(cluster, root, transaction.getBatchSize()),
              transaction.getSignature().toByteArray());
      remember(batch, known);
    }
    return known;
  }

  /** Batches that are remembered, good and bad ones. */
  int remembered() {
    return young.size() + old.size();
  }

  private void remember(Batch batch, boolean good) {
    Map<Batch, Boolean> generation = young;
    generation.put(batch.copy(), good);
    if (generation.size() > GENERATION_BATCHES) {
      old = generation;
      young = new ConcurrentHashMap<>();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode below look at the bytes
  private record Batch(byte[] root, int size, ByteString client, ByteString signature) {
    /** One that keeps nothing else in memory: these may be parts of a whole record. */
    Batch copy() {
      return new Batch(
          root,
          size,
          UnsafeByteOperations.unsafeWrap(client.toByteArray()),
          UnsafeByteOperations.unsafeWrap(signature.toByteArray()));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Batch that
          && Arrays.equals(root, that.root)
          && size == that.size
          && client.equals(that.client)
          && signature.equals(that.signature);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(root);
    }
  }
}
