package io.hybridycsb.veritas.core.read;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Proofs for reads that were answered before. A read is proved at the attested height if its value
 * is the same there; otherwise it was overwritten, and is proved at the height that its answer
 * told, or at the one after, which was being applied when the value was read.
 */
final class SeenProofs {
  static final int READS_MAX = 10_000;

  private final SparseMerkleTree tree;
  private final List<SeenRead> reads;

  SeenProofs(SparseMerkleTree tree, List<SeenRead> reads) {
    this.tree = tree;
    this.reads = reads;
  }

  /** What is wrong with a request for such proofs; null if nothing is. */
  static String wrongWith(List<SeenRead> reads) {
    if (reads.size() > READS_MAX) {
      return "at most " + READS_MAX + " reads are proved at once, not " + reads.size();
    }
    for (SeenRead read : reads) {
      int hashBytes = read.getValueHash().size();
      if (!StateKey.isValid(read.getKey().toByteArray())
          || (hashBytes != 0 && hashBytes != Hashes.BYTES)) {
        return "a read has a key and the value's hash of "
            + Hashes.BYTES
            + " bytes, or none where it was absent";
      }
    }
    return null;
  }

  /**
   * Adds the proofs.
   *
   * @return the least height of any of them
   * @throws IllegalArgumentException if proofs can no longer be made for the attested height
   */
  long addTo(VerifyReply.Builder reply, long attested) {
    Map<Long, List<Integer>> readsAt = new TreeMap<>();
    for (int i = 0; i < reads.size(); i++) {
      readsAt.computeIfAbsent(heightFor(reads.get(i), attested), h -> new ArrayList<>()).add(i);
    }
    readsAt.forEach(
        (height, indexes) -> {
          List<byte[]> keys =
              indexes.stream().map(i -> reads.get(i).getKey().toByteArray()).toList();
          byte[] proof = tree.at(height).proveAll(keys).encode();
          reply.addProofs(
              SeenProof.newBuilder()
                  .setHeight(height)
                  .addAllReads(indexes)
                  .setProof(UnsafeByteOperations.unsafeWrap(proof)));
        });
    return readsAt.keySet().iterator().next();
  }

  /** The height at which the read's value was current; the attested height if there is none. */
  private long heightFor(SeenRead read, long attested) {
    for (long height : new long[] {attested, read.getHeight(), read.getHeight() + 1}) {
      if (height > 0 && height <= attested && isSoAt(height, attested, read)) {
        return height;
      }
    }
    return attested;
  }

  private boolean isSoAt(long height, long attested, SeenRead read) {
    Snapshot snapshot;
    try {
      snapshot = tree.at(height);
    } catch (IllegalArgumentException e) {
      if (height == attested) {
        throw e;
      }
      return false;
    }
    byte[] seen = read.getValueHash().isEmpty() ? null : read.getValueHash().toByteArray();
    return Arrays.equals(seen, snapshot.valueHash(read.getKey().toByteArray()));
  }
}
