package io.hybridycsb.veritas.crypto;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks transactions' signatures. It remembers the batches it has checked last, so that one batch
 * costs one Ed25519 verification and each further transaction only the hashes of its path. Not safe
 * for use by several threads.
 */
public final class BatchVerifier {
  private static final int REMEMBERED_BATCHES = 4096;

  private final String cluster;
  private final Map<Batch, Boolean> remembered =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Batch, Boolean> eldest) {
          return size() > REMEMBERED_BATCHES;
        }
      };

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
    if (root == null) {
      return false;
    }
    Batch batch = new Batch(root, transaction.getBatchSize(), client, transaction.getSignature());
    Boolean known = remembered.get(batch);
    if (known == null) {
      known =
          Ed25519.verify(
              client.toByteArray(),
              SignedMessages.batch(cluster, root, transaction.getBatchSize()),
              transaction.getSignature().toByteArray());
      remembered.put(batch, known);
    }
    return known;
  }

  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode below look at the bytes
  private record Batch(byte[] root, int size, ByteString client, ByteString signature) {
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
