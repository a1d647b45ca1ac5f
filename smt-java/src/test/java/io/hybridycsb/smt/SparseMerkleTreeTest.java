package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SparseMerkleTreeTest {
  private static final long DEADLINE_S = 60;

  private final SparseMerkleTree tree = SparseMerkleTree.inMemory();

  @Test
  void aNewTreeIsEmptyAtVersionZero() {
    assertThat(tree.latest().version()).isZero();
    assertThat(tree.latest().root()).isEqualTo(new byte[32]);
    assertThat(tree.latest().size()).isZero();
    assertThat(tree.at(0)).isSameAs(tree.latest());
  }

  @Test
  void ofSeveralChangesOfOneKeyTheLastCounts() {
    byte[] key = Samples.key(1);
    tree.update(
        1,
        List.of(
            Change.put(key, Samples.value(1)),
            Change.delete(key),
            Change.put(key, Samples.value(2))));
    assertThat(tree.latest().valueHash(key)).isEqualTo(Samples.valueHash(2));
    tree.update(2, List.of(Change.put(key, Samples.value(3)), Change.delete(key)));
    assertThat(tree.latest().root()).isEqualTo(Hashes.empty());
  }

  @Test
  void hashesGivenInAdvanceAreTheSameChanges() {
    byte[] key = Samples.key(1);
    Change put = Change.put(key, Samples.value(1));
    assertThat(Change.putHash(key, Samples.valueHash(1))).isEqualTo(put);
    assertThat(Change.putPath(Hashes.path(key), Samples.valueHash(1))).isEqualTo(put);
    assertThat(Change.deletePath(Hashes.path(key))).isEqualTo(Change.delete(key));
    assertThatThrownBy(() -> Change.putPath(key, Samples.valueHash(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a path must be 32 bytes, but has 5");
  }

  @Test
  void versionsMustAscend() {
    tree.update(4, Samples.puts(0, 1));
    assertThatThrownBy(() -> tree.update(4, Samples.puts(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version must be above 4, but is 4");
    assertThat(tree.latest().size()).isEqualTo(1);
  }

  @Test
  void aVersionOlderThanTheBoundIsRefusedByNameOfTheBound() {
    SparseMerkleTree bounded = SparseMerkleTree.inMemory(Options.defaults().versionsRetained(3));
    List<byte[]> roots = new ArrayList<>();
    for (int version = 1; version <= 10; version++) {
      roots.add(bounded.update(version, Samples.puts(version, version + 1)));
    }
    for (int version = 8; version <= 10; version++) {
      assertThat(bounded.at(version).root()).isEqualTo(roots.get(version - 1));
    }
    assertThatThrownBy(() -> bounded.at(7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "version 7 is no longer retained: versionsRetained is 3 and the oldest version held"
                + " is 8");
    assertThatThrownBy(() -> bounded.at(11))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version 11 was never committed: the versions held are 8 to 10");
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Options.defaults().versionsRetained(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("versionsRetained must be 1 to 65536, but is 0");
    assertThatThrownBy(() -> Options.defaults().parallelism(257, Runnable::run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parallelism must be 1 to 256, but is 257");
  }

  @Test
  void aPreparedUpdateIsSeenOnlyOnceCommitted() {
    tree.update(1, Samples.puts(0, 10));
    byte[] before = tree.latest().root();
    PreparedUpdate update = tree.prepare(2, Samples.puts(5, 15));
    assertThat(tree.latest().root()).isEqualTo(before);
    assertThat(update.snapshot().size()).isEqualTo(15);
    assertThat(update.leafChanges()).hasSize(10).isSorted();
    assertThat(update.batch().leafCount()).isEqualTo(15);
    update.commit();
    assertThat(tree.latest().root()).isEqualTo(update.root()).isNotEqualTo(before);
  }

  @Test
  void anUpdateThatIsNeverCommittedLeavesNoTrace() {
    tree.update(1, Samples.puts(0, 10));
    byte[] before = tree.latest().root();
    PreparedUpdate abandoned = tree.prepare(2, Samples.puts(5, 15));
    assertThat(tree.prepare(2, List.of()).root()).isEqualTo(before);
    tree.update(2, List.of());
    assertThat(tree.latest().root()).isEqualTo(before);
    assertThatThrownBy(abandoned::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("version 2 was prepared on version 1, but the latest is 2");
  }

  @Test
  void updatesPreparedOnOneAnotherCommitInTheirOrderOnly() {
    PreparedUpdate first = tree.prepare(1, Samples.puts(0, 10));
    PreparedUpdate second = first.prepareNext(2, Samples.puts(10, 20));
    assertThatThrownBy(second::commit).isInstanceOf(IllegalStateException.class);
    first.commit();
    second.commit();
    assertThat(tree.latest().root()).isEqualTo(Samples.treeOf(Samples.puts(0, 20)).latest().root());
    assertThatThrownBy(second::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aCallersOwnDatabaseCanHoldTheLeaves() throws IOException {
    InMemoryNodeStore database = new InMemoryNodeStore();
    SparseMerkleTree live = SparseMerkleTree.open(database, Options.defaults());
    for (int version = 1; version <= 3; version++) {
      PreparedUpdate update = live.prepare(version, Samples.puts(version, 5 * version));
      database.apply(update.batch());
      update.commit();
    }
    assertThat(SparseMerkleTree.open(database, Options.defaults()).latest().root())
        .isEqualTo(live.latest().root());
  }

  @Test
  void aPutOfTheSameValueSharesTheWholeTree() {
    tree.update(1, Samples.puts(0, 500));
    Node before = tree.latest().rootNode();
    tree.update(2, Samples.puts(100, 400));
    assertThat(tree.latest().rootNode()).isSameAs(before);
  }

  @Test
  void readersSeeWholeVersionsWhileTheWriterGoesOn() throws Exception {
    byte[] left = Samples.key(1);
    byte[] right = Samples.key(2);
    AtomicBoolean done = new AtomicBoolean();
    Callable<Long> reader =
        () -> {
          long reads = 0;
          for (long last = 0; !done.get() || reads == 0; reads++) {
            Snapshot seen = tree.latest();
            assertThat(seen.version()).isGreaterThanOrEqualTo(last);
            assertThat(seen.valueHash(left)).isEqualTo(seen.valueHash(right));
            if (seen.version() > 0) {
              byte[] value = Samples.value((int) seen.version());
              assertThat(Verifier.verifyMembership(seen.root(), left, value, seen.prove(left)))
                  .isTrue();
            }
            last = seen.version();
          }
          return reads;
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Long>> readers = List.of(threads.submit(reader), threads.submit(reader));
      for (int version = 1; version <= 2_000; version++) {
        byte[] value = Samples.value(version);
        tree.update(version, List.of(Change.put(left, value), Change.put(right, value)));
      }
      done.set(true);
      for (Future<Long> future : readers) {
        assertThat(future.get(DEADLINE_S, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
  }

  @Test
  void aSnapshotOnlyGoesBack() {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    tree.update(3, List.of());
    for (long version : new long[] {-1, 3, 4}) {
      assertThatThrownBy(() -> tree.latest().revert(version, List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an earlier version than 3 is expected, not " + version);
    }
  }
}
