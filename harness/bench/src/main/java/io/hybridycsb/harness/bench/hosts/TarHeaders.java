package io.hybridycsb.harness.bench.hosts;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * The headers of a tar archive (POSIX.1-2017, pax), looked at before anything else reads it: a
 * reader holds a long name or a pax header in memory, whatever its size.
 */
final class TarHeaders {
  private static final int BLOCK = TarConstants.DEFAULT_RCDSIZE;
  private static final int EXTENSION_BYTES_MAX = 64 << 10;

  /** In front of one entry. A reader goes one call deeper for each. */
  private static final int EXTENSIONS_MAX = 8;

  private static final int SIZE_AT = 124;
  private static final int CHECKSUM_AT = 148;
  private static final int TYPE_AT = 156;

  private static final String OCTAL = " *[0-7]+[ \0]*";

  private TarHeaders() {}

  /**
   * Checks that there are files and directories only, whose names are of sane length.
   *
   * @throws IOException if not, or if it is no tar archive; the message says what it has
   */
  static void require(Path archive) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "r")) {
      byte[] header = new byte[BLOCK];
      int extensions = 0;
      for (long at = 0; ; ) {
        if (file.length() - at < BLOCK) {
          throw new IOException("no whole tar archive");
        }
        file.seek(at);
        file.readFully(header);
        if (Arrays.equals(header, new byte[BLOCK])) {
          return;
        }
        long size = size(header);
        extensions = isExtension(header) ? extensions + 1 : 0;
        if (extensions > EXTENSIONS_MAX || (extensions > 0 && size > EXTENSION_BYTES_MAX)) {
          throw new IOException("a name or a pax header of more than 64 KiB");
        }
        if (header[TYPE_AT] == TarConstants.LF_PAX_EXTENDED_HEADER_LC
            || header[TYPE_AT] == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER) {
          requireNoSize(file, (int) size);
        }
        at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
      }
    }
  }

  private static boolean isExtension(byte[] header) throws IOException {
    switch (header[TYPE_AT]) {
      case TarConstants.LF_GNUTYPE_LONGNAME,
          TarConstants.LF_PAX_EXTENDED_HEADER_LC,
          TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER -> {
        return true;
      }
      case TarConstants.LF_OLDNORM, TarConstants.LF_NORMAL, TarConstants.LF_DIR -> {
        return false;
      }
      default ->
          throw new IOException(TarUtils.parseName(header, 0, 100) + ", which is no plain file");
    }
  }

  /** In octal digits; that is enough for 8 GiB. */
  private static long size(byte[] header) throws IOException {
    String size = new String(header, SIZE_AT, 12, StandardCharsets.ISO_8859_1);
    String checksum = new String(header, CHECKSUM_AT, 8, StandardCharsets.ISO_8859_1);
    if (!size.matches(OCTAL) || !checksum.matches(OCTAL) || !TarUtils.verifyCheckSum(header)) {
      throw new IOException("no tar archive");
    }
    return Long.parseLong(size.replaceAll("[ \0]", ""), 8);
  }

  /** With another size than the header's the reader would find the next header elsewhere. */
  private static void requireNoSize(RandomAccessFile file, int size) throws IOException {
    if (file.length() - file.getFilePointer() < size) {
      throw new IOException("no whole tar archive");
    }
    byte[] records = new byte[size];
    file.readFully(records);
    if (new String(records, StandardCharsets.ISO_8859_1).contains("size=")) {
      throw new IOException("a pax header with a size");
    }
  }
}
