package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.smt.FileNodeStore.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileNodeStoreTest extends NodeStoreContract {
  private static final int FILE_HEADER_BYTES = 8;

  @TempDir private Path directory;

  @Override
  NodeStore create() throws IOException {
    return open();
  }

  @Override
  NodeStore reopen(NodeStore store) throws IOException {
    store.close();
    return open();
  }

  private FileNodeStore open() throws IOException {
    return FileNodeStore.open(directory, Durability.PROCESS_KILL);
  }

  private Path log() {
    return directory.resolve("leaves.log");
  }

  /** With a new file: one that is emptied and written again some systems force to the disk. */
  private void replaceLog(byte[] bytes) throws IOException {
    Files.delete(log());
    Files.write(log(), bytes);
  }

  /** A log of some batches: its bytes, where each version ends in it, and each version's root. */
  private record Written(byte[] log, List<Integer> ends, List<byte[]> roots) {
    int versionWithin(int length) {
      int version = 0;
      while (version + 1 < ends.size() && ends.get(version + 1) <= length) {
        version++;
      }
      return version;
    }
  }

  private Written writeSomeVersions() throws IOException {
    List<Integer> ends = new ArrayList<>(List.of(FILE_HEADER_BYTES));
    List<byte[]> roots = new ArrayList<>(List.of(Hashes.empty()));
    Random random = new Random(5);
    try (FileNodeStore store = open()) {
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      for (int version = 1; version <= 4; version++) {
        roots.add(tree.update(version, someChanges(random)));
        ends.add((int) Files.size(log()));
      }
    }
    return new Written(Files.readAllBytes(log()), ends, roots);
  }

  @Test
  void aLogCutAtAnyByteOpensAtTheLastVersionThatIsWhole() throws IOException {
    Written written = writeSomeVersions();
    for (int length = 0; length <= written.log.length; length++) {
      replaceLog(Arrays.copyOf(written.log, length));
      assertOpensAndGoesOn(written, written.versionWithin(length));
    }
  }

  @Test
  void aTailThatWasExtendedButNotWrittenIsCutOff() throws IOException {
    Written written = writeSomeVersions();
    int length = written.log.length;
    for (int kept = written.ends.get(3); kept < length; kept++) {
      byte[] torn = Arrays.copyOf(Arrays.copyOf(written.log, kept), length + 512);
      boolean lastByteWasZeroAnyway = Arrays.equals(torn, 0, length, written.log, 0, length);
      replaceLog(torn);
      assertOpensAndGoesOn(written, lastByteWasZeroAnyway ? 4 : 3);
    }
  }

  private void assertOpensAndGoesOn(Written written, int version) throws IOException {
    byte[] next;
    try (FileNodeStore store = open()) {
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      assertThat(tree.latest().version()).isEqualTo(version);
      assertThat(tree.latest().root()).isEqualTo(written.roots.get(version));
      assertThat(Files.size(log())).isEqualTo(written.ends.get(version).longValue());
      next = tree.update(version + 1, Samples.puts(0, 2));
    }
    try (FileNodeStore store = open()) {
      assertThat(SparseMerkleTree.open(store, Options.defaults()).latest().root()).isEqualTo(next);
    }
  }

  @Test
  void aChangedByteBeforeTheLastBatchIsAnErrorNotALoss() throws IOException {
    Written written = writeSomeVersions();
    for (int i = 0; i < written.ends.get(3); i++) {
      byte[] damaged = written.log.clone();
      damaged[i] ^= 0x10;
      replaceLog(damaged);
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageMatching(".* is (damaged at byte \\d+|not a leaf log): .*");
      assertThat(log()).hasBinaryContent(damaged);
    }
  }

  @Test
  void theLogStaysWithinTwiceItsLeavesAndAFixedRest() throws IOException {
    try (FileNodeStore store = open()) {
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      for (int version = 1; version <= 400; version++) {
        tree.update(version, Samples.overwrites(100, version));
        assertThat(Files.size(log())).isLessThan(400_000);
      }
    }
    assertThat(directory.resolve("leaves.log.new")).doesNotExist();
  }

  @Test
  void aCompactionThatWasInterruptedLeavesTheOldLogInForce() throws IOException {
    Written written = writeSomeVersions();
    Files.write(directory.resolve("leaves.log.new"), Arrays.copyOf(written.log, 100));
    assertOpensAndGoesOn(written, 4);
    assertThat(directory.resolve("leaves.log.new")).doesNotExist();
  }

  @Test
  void aBatchThatFailedIsNotFollowedByAnother() throws IOException {
    FileNodeStore store = open();
    SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
    tree.update(1, Samples.puts(0, 3));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> tree.update(2, Samples.puts(3, 6)))
        .hasMessage("the store failed to apply version 2");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(tree.latest().version()).isEqualTo(1);
    assertThatThrownBy(() -> tree.update(2, Samples.puts(3, 6)))
        .cause()
        .hasMessageContaining("failed in an earlier write: open the store again");
    store.close();
    try (FileNodeStore reopened = FileNodeStore.open(directory)) {
      assertThat(reopened.version()).isEqualTo(1);
    }
  }

  @Test
  void aDirectoryServesOneStoreAtATime() throws IOException {
    try (FileNodeStore store = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use by another store");
      store.apply(new LeafBatch(1, Hashes.empty(), 0, List.of()));
    }
    try (FileNodeStore store = open()) {
      assertThat(store.version()).isEqualTo(1);
    }
  }

  @Test
  void aFileThatIsNoLeafLogIsRefused() throws IOException {
    Files.writeString(log(), "something else entirely");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a leaf log");
  }
}
