package io.hybridycsb.ethereum.trie;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.FileNodeStore;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints the bytes that proofs cost for each record (SIGMOD'21, figure 13): of a Merkle Patricia
 * trie, as Ethereum stores it, and of smt-java's file. The same numbers on every machine.
 */
public final class TreeBytes {
  private static final int KEY_BYTES = 16;
  private static final int BLOCK_RECORDS = 100;
  private static final List<Integer> RECORD_BYTES = List.of(10, 100, 1000, 5000);
  private static final int RECORDS = 10_000;

  private TreeBytes() {}

  /**
   * @param args the number of records; 10,000 if it isn't given
   */
  public static void main(String[] args) throws IOException {
    int records = args.length == 0 ? RECORDS : Integer.parseInt(args[0]);
    System.out.printf(
        "%,d records with keys of %d bytes, inserted in blocks of %d: bytes per record beyond its key"
            + " and value%n%n",
        records, KEY_BYTES, BLOCK_RECORDS);
    System.out.println("| record | trie, newest version | trie, all versions | smt-java's file |");
    System.out.println("|---|---|---|---|");
    for (int recordBytes : RECORD_BYTES) {
      TrieBytes trie = trie(records, recordBytes);
      double own = KEY_BYTES + recordBytes;
      System.out.printf(
          "| %,d | %,.0f | %,.0f | %,.0f |%n",
          recordBytes,
          trie.newest() / (double) records - own,
          trie.all() / (double) records - own,
          sparse(records, recordBytes) / (double) records);
    }
  }

  /** Uniform, as hashes are. */
  private static byte[] key(int record) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(("user" + record).getBytes(US_ASCII));
      return Arrays.copyOf(hash, KEY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] value(int record, int bytes) {
    byte[] value = new byte[bytes];
    new Random(record).nextBytes(value);
    return value;
  }

  /** The bytes of a trie's nodes, each with its hash. */
  record TrieBytes(long newest, long all) {}

  static TrieBytes trie(int records, int recordBytes) {
    PatriciaTrie trie = new PatriciaTrie();
    Map<ByteBuffer, Integer> all = new HashMap<>();
    for (int record = 0; record < records; record++) {
      trie.put(key(record), value(record, recordBytes));
      if ((record + 1) % BLOCK_RECORDS == 0 || record + 1 == records) {
        trie.newNodes().forEach(node -> all.put(ByteBuffer.wrap(node.hash()), node.bytes()));
      }
    }
    return new TrieBytes(
        trie.nodes().stream().mapToLong(PatriciaTrie.Stored::bytes).sum(),
        all.values().stream().mapToLong(Integer::longValue).sum());
  }

  /** The bytes of what smt-java keeps of the tree: its leaves, of which the inner nodes follow. */
  static long sparse(int records, int recordBytes) throws IOException {
    Path directory = Files.createTempDirectory("tree-bytes");
    try {
      try (FileNodeStore store =
          FileNodeStore.open(directory, FileNodeStore.Durability.PROCESS_KILL)) {
        SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
        for (int from = 0; from < records; from += BLOCK_RECORDS) {
          tree.update(
              from / BLOCK_RECORDS + 1L,
              IntStream.range(from, Math.min(records, from + BLOCK_RECORDS))
                  .mapToObj(record -> Change.put(key(record), value(record, recordBytes)))
                  .toList());
        }
      }
      long bytes = 0;
      for (Path file : files(directory)) {
        bytes += Files.size(file);
      }
      return bytes;
    } finally {
      for (Path file : files(directory)) {
        Files.delete(file);
      }
      Files.delete(directory);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
