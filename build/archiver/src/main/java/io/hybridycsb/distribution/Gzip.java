package io.hybridycsb.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A gzip stream that can compress some of its bytes less than others. */
final class Gzip extends GZIPOutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  Gzip(OutputStream out) throws IOException {
    super(out, BUFFER_BYTES);
  }

  /**
   * Sets how hard to compress what follows.
   *
   * @param level 0, not at all, to 9
   */
  void setLevel(int level) {
    def.setLevel(level);
  }
}
