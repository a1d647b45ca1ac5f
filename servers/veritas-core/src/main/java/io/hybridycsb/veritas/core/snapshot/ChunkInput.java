package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.crypto.Hashes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads chunks one after another; a changed chunk is an error. */
final class ChunkInput extends InputStream {
  private final Path directory;
  private final List<byte[]> hashes;
  private byte[] chunk = new byte[0];
  private int next;
  private int at;

  ChunkInput(Path directory, List<byte[]> hashes) {
    this.directory = directory;
    this.hashes = hashes;
  }

  @Override
  public int read() throws IOException {
    return isAtEnd() ? -1 : chunk[at++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int taken = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, bytes, offset, taken);
    at += taken;
    return taken;
  }

  private boolean isAtEnd() throws IOException {
    while (at == chunk.length) {
      if (next == hashes.size()) {
        return true;
      }
      Path file = directory.resolve(Integer.toString(next));
      chunk = Files.readAllBytes(file);
      if (!Arrays.equals(Hashes.sha256(chunk), hashes.get(next))) {
        throw new IOException(file + " isn't the chunk that was written");
      }
      next++;
      at = 0;
    }
    return false;
  }
}
