package io.hybridycsb.quorum.raft;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A log in two files that the package {@code wal} of GoQuorum's etcd has written, and what its
 * {@code Repair} made of each of them where a part of it was missing.
 */
public final class EtcdsLog {
  /** Ends with a record. */
  static final String FIRST = "0000000000000000-0000000000000000.wal";

  /** Has zeros after its last record. Its last entry has zeros within. */
  static final String LAST = "0000000000000001-0000000000000011.wal";

  private EtcdsLog() {}

  /**
   * What etcd's {@code Repair} did.
   *
   * @param file of the log
   * @param how {@code truncated}, or {@code zeroed} up to its end
   * @param from the first byte that was missing, at least
   * @param to the first byte that was missing, at most
   * @param result the bytes that it left; {@code whole} if it cut nothing, {@code refused} if it
   *     failed
   */
  record Repair(String file, String how, int from, int to, String result) {
    boolean isOfTruncated() {
      return how.equals("truncated");
    }
  }

  public static byte[] bytes(String file) throws IOException {
    try (InputStream in = EtcdsLog.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  /** Puts the files into a new directory. */
  static RaftLog in(Path directory) throws IOException {
    Files.createDirectory(directory);
    for (String file : List.of(FIRST, LAST)) {
      Files.write(directory.resolve(file), bytes(file));
    }
    return new RaftLog(directory);
  }

  static List<Repair> repairs() throws IOException {
    return new String(bytes("etcd-repairs.txt"), StandardCharsets.US_ASCII)
        .lines()
        .map(line -> line.split(" "))
        .map(
            words ->
                new Repair(
                    words[0],
                    words[1],
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    words[4]))
        .toList();
  }

  /** Where the records of a file begin, and the last one ends. */
  static List<Integer> boundaries(String file) throws IOException {
    return repairs().stream()
        .filter(repair -> repair.file().equals(file) && repair.isOfTruncated())
        .map(Repair::result)
        .filter(result -> !result.equals("whole"))
        .map(Integer::valueOf)
        .toList();
  }
}
