package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The description of a snapshot, known before its content.
 *
 * @param position its height in the chain
 * @param height its height in the ledger
 * @param chunkHashes SHA-256 of each chunk
 */
public record SnapshotInfo(long position, long height, List<byte[]> chunkHashes) {
  /** The number of the only format there is. */
  public static final int FORMAT = 1;

  /** 64 GiB. The chunks' hashes, 2 MiB of them, have to fit into CometBFT's message about it. */
  public static final int CHUNKS_MAX = 1 << 16;

  /** Bytes of each chunk but the last, which may be shorter. */
  public static final int CHUNK_BYTES = 1 << 20;

  /** Height (8), then the chunks' hashes. */
  public byte[] metadata() {
    ByteBuffer metadata =
        ByteBuffer.allocate(Long.BYTES + chunkHashes.size() * Hashes.BYTES).putLong(height);
    chunkHashes.forEach(metadata::put);
    return metadata.array();
  }

  /** The same for the same snapshot on every node. */
  public byte[] hash() {
    return Hashes.sha256(metadata());
  }

  /**
   * Reads {@link #metadata}.
   *
   * @throws IllegalArgumentException if the bytes are not a snapshot's metadata
   */
  public static SnapshotInfo decode(long position, byte[] metadata) {
    int hashBytes = metadata.length - Long.BYTES;
    if (hashBytes < Hashes.BYTES
        || hashBytes % Hashes.BYTES != 0
        || hashBytes / Hashes.BYTES > CHUNKS_MAX) {
      throw new IllegalArgumentException("the metadata of a snapshot is a height and hashes");
    }
    ByteBuffer fields = ByteBuffer.wrap(metadata);
    long height = fields.getLong();
    List<byte[]> hashes = new ArrayList<>(hashBytes / Hashes.BYTES);
    while (fields.hasRemaining()) {
      byte[] hash = new byte[Hashes.BYTES];
      fields.get(hash);
      hashes.add(hash);
    }
    if (height < 1 || height > position) {
      throw new IllegalArgumentException(
          "a ledger of height " + height + " can't be at the chain's height " + position);
    }
    return new SnapshotInfo(position, height, List.copyOf(hashes));
  }
}
