package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.crypto.Hashes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts its input into chunks, each a file named by its number. */
final class ChunkOutput extends OutputStream {
  private final Path directory;
  private final byte[] chunk = new byte[SnapshotInfo.CHUNK_BYTES];
  private final List<byte[]> hashes = new ArrayList<>();
  private int filled;

  ChunkOutput(Path directory) {
    this.directory = directory;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int left = length;
    while (left > 0) {
      int taken = Math.min(left, chunk.length - filled);
      System.arraycopy(bytes, at, chunk, filled, taken);
      at += taken;
      left -= taken;
      filled += taken;
      if (filled == chunk.length) {
        cut();
      }
    }
  }

  private void cut() throws IOException {
    if (hashes.size() == SnapshotInfo.CHUNKS_MAX) {
      throw new IOException("a snapshot has at most " + SnapshotInfo.CHUNKS_MAX + " chunks");
    }
    byte[] bytes = Arrays.copyOf(chunk, filled);
    Files.write(directory.resolve(Integer.toString(hashes.size())), bytes);
    hashes.add(Hashes.sha256(bytes));
    filled = 0;
  }

  /** The hashes of the chunks. Call it after {@link #close}. */
  List<byte[]> hashes() {
    return List.copyOf(hashes);
  }

  @Override
  public void close() throws IOException {
    if (filled > 0) {
      cut();
    }
  }
}
