package io.hybridycsb.veritas.core.read;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Proofs for reads that were answered before. A value is proved at the attested height if it is the
 * same there. Otherwise it was overwritten, and is proved at the height that its answer told, or
 * soon after: such blocks were being applied when it was read. An absence is proved at the height
 * that its answer told, for it comes and goes.
 */
record SeenProofs(SparseMerkleTree tree, List<SeenRead> reads) {
  static final int READS_MAX = 10_000;

  /** The state that a read was made from is no longer kept. */
  static final class NotKept extends RuntimeException {
    NotKept(SeenRead read) {
      super(
          "the %s of %s at height %d can't be proved any more: the state of proof.versions blocks is kept"
              .formatted(
                  isAbsence(read) ? "absence" : "value",
                  StateKey.shown(read.getKey().toByteArray()),
                  read.getHeight()));
    }
  }

  /** What is wrong with a request for such proofs; null if nothing is. */
  static String wrongWith(List<SeenRead> reads) {
    if (reads.size() > READS_MAX) {
      return "at most " + READS_MAX + " reads are proved at once, not " + reads.size();
    }
    for (SeenRead read : reads) {
      int hashBytes = read.getValueHash().size();
      if (!KeyLimit.isValid(read.getKey().toByteArray())
          || (hashBytes != 0 && hashBytes != Hashes.BYTES)) {
        return "a read has a key and the value's hash of %s bytes, or none where it was absent"
            .formatted(Hashes.BYTES);
      }
    }
    return null;
  }

  /**
   * Adds the proofs.
   *
   * @return the least height of any of them
   * @throws IllegalArgumentException if proofs can no longer be made for the attested height
   * @throws NotKept if they can no longer be made for that of a read
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

  /** The height at which to prove a read; the attested one if what it tells was never so. */
  private long heightFor(SeenRead read, long attested) {
    tree.at(attested);
    long from = Math.max(1, read.getHeight());
    if (from > attested || (!isAbsence(read) && isSoAt(attested, read))) {
      return attested;
    }
    if (!isKept(from)) {
      throw new NotKept(read);
    }
    if (isAbsence(read)) {
      return from;
    }
    long to = Math.min(attested, from + SeenRecord.BLOCKS_MAX);
    return LongStream.rangeClosed(from, to)
        .filter(height -> isSoAt(height, read))
        .findFirst()
        .orElse(attested);
  }

  private static boolean isAbsence(SeenRead read) {
    return read.getValueHash().isEmpty();
  }

  private boolean isKept(long height) {
    try {
      tree.at(height);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean isSoAt(long height, SeenRead read) {
    byte[] valueHash = tree.at(height).valueHash(read.getKey().toByteArray());
    return Arrays.equals(read.getValueHash().toByteArray(), valueHash);
  }
}
