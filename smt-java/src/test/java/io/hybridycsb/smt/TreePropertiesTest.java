package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TreePropertiesTest {
  @Provide
  Arbitrary<List<Change>> batches() {
    return Samples.batches();
  }

  @Provide
  Arbitrary<List<List<Change>>> histories() {
    return Samples.batches().list().ofMinSize(1).ofMaxSize(6);
  }

  @Property(tries = 300)
  void rootAndLeavesAreThoseOfTheDefinition(@ForAll("histories") List<List<Change>> history) {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    ReferenceTree reference = new ReferenceTree();
    for (List<Change> batch : history) {
      reference.apply(batch);
      assertThat(tree.update(tree.latest().version() + 1, batch)).isEqualTo(reference.root());
    }
    assertThat(leaves(tree.latest()))
        .containsExactlyElementsOf(
            reference.leaves().entrySet().stream()
                .map(leaf -> Change.putPath(leaf.getKey(), leaf.getValue()))
                .toList());
    assertThat(tree.latest().size()).isEqualTo(reference.leaves().size());
    for (int i = 0; i < Samples.PATHS; i++) {
      byte[] path = Samples.path(i);
      assertThat(tree.latest().valueHashAtPath(path)).isEqualTo(reference.leaves().get(path));
    }
  }

  @Property(tries = 200)
  void newValuesOfKeysThatAreThereGiveTheRootOfTheDefinition(
      @ForAll("batches") List<Change> contents, @ForAll("batches") List<Change> values) {
    SparseMerkleTree tree = Samples.treeOf(contents);
    ReferenceTree reference = new ReferenceTree();
    reference.apply(contents);
    int size = tree.latest().size();
    List<Change> overwrites =
        values.stream()
            .filter(change -> !change.isDelete())
            .filter(change -> tree.latest().valueHashAtPath(change.path()) != null)
            .toList();
    reference.apply(overwrites);
    assertThat(tree.update(2, overwrites)).isEqualTo(reference.root());
    assertThat(tree.latest().size()).isEqualTo(size);
  }

  @Property(tries = 200)
  void aSnapshotGoesBackToAnyEarlierVersionByTheChangesThatUndoThoseSince(
      @ForAll("histories") List<List<Change>> history) {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    List<Change> undoing = new ArrayList<>();
    for (List<Change> batch : history) {
      Snapshot before = tree.latest();
      tree.update(before.version() + 1, batch);
      undoing.addAll(0, batch.stream().map(change -> asIn(before, change.path())).toList());
      Snapshot first = tree.latest().revert(0, undoing);
      assertThat(first.root()).isEqualTo(new byte[32]);
      assertThat(first.size()).isZero();
      Snapshot last = tree.latest().revert(before.version(), undoing.subList(0, batch.size()));
      assertThat(last.root()).isEqualTo(before.root());
      assertThat(last.size()).isEqualTo(before.size());
      assertThat(last.version()).isEqualTo(before.version());
      for (int i = 0; i < Samples.PATHS; i++) {
        byte[] path = Samples.path(i);
        assertThat(last.provePath(path).encode()).isEqualTo(before.provePath(path).encode());
      }
    }
  }

  private static Change asIn(Snapshot snapshot, byte[] path) {
    byte[] valueHash = snapshot.valueHashAtPath(path);
    return valueHash == null ? Change.deletePath(path) : Change.putPath(path, valueHash);
  }

  @Property(tries = 200)
  void aProofListsTheSiblingsOfTheDefinition(@ForAll("batches") List<Change> batch) {
    Snapshot snapshot = Samples.treeOf(batch).latest();
    ReferenceTree reference = new ReferenceTree();
    reference.apply(batch);
    for (int i = 0; i < Samples.PATHS; i++) {
      byte[] path = Samples.path(i);
      assertThat(snapshot.provePath(path).siblings())
          .usingElementComparator(Arrays::compare)
          .isEqualTo(reference.siblings(path));
    }
  }

  @Property(tries = 200)
  void oneBatchGivesWhatItsChangesGiveOneByOne(@ForAll("batches") List<Change> batch) {
    SparseMerkleTree oneByOne = SparseMerkleTree.inMemory();
    for (Change change : batch) {
      oneByOne.update(oneByOne.latest().version() + 1, List.of(change));
    }
    assertThat(Samples.treeOf(batch).latest().root()).isEqualTo(oneByOne.latest().root());
  }

  @Property(tries = 200)
  void theOrderOfDistinctKeysDoesNotMatter(
      @ForAll("batches") List<Change> batch, @ForAll long seed) {
    List<Change> shuffled = new ArrayList<>(lastOfEachPath(batch));
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(Samples.treeOf(shuffled).latest().root())
        .isEqualTo(Samples.treeOf(batch).latest().root());
  }

  @Property(tries = 200)
  void aDeletedKeyIsAsIfItHadNeverBeenInserted(
      @ForAll("batches") List<Change> kept, @ForAll("batches") List<Change> passing) {
    SparseMerkleTree tree = Samples.treeOf(kept);
    List<Change> added = new ArrayList<>();
    List<Change> removed = new ArrayList<>();
    for (Change change : passing) {
      if (tree.latest().valueHashAtPath(change.path()) == null) {
        added.add(Change.putPath(change.path(), Samples.valueHash(1)));
        removed.add(Change.deletePath(change.path()));
      }
    }
    byte[] before = tree.latest().root();
    tree.update(2, added);
    assertThat(tree.update(3, removed)).isEqualTo(before);
  }

  @Property(tries = 100)
  void snapshotsAreUnaffectedByLaterUpdates(@ForAll("histories") List<List<Change>> history) {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    List<byte[]> roots = new ArrayList<>(List.of(tree.latest().root()));
    List<List<Change>> contents = new ArrayList<>(List.of(List.of()));
    for (List<Change> batch : history) {
      roots.add(tree.update(tree.latest().version() + 1, batch));
      contents.add(leaves(tree.latest()));
    }
    for (int version = 0; version <= history.size(); version++) {
      Snapshot snapshot = tree.at(version);
      assertThat(snapshot.root()).isEqualTo(roots.get(version));
      assertThat(leaves(snapshot)).isEqualTo(contents.get(version));
      assertThat(Samples.treeOf(contents.get(version)).latest().root())
          .isEqualTo(roots.get(version));
    }
  }

  @Provide
  Arbitrary<Executor> executors() {
    Executor refusing =
        task -> {
          throw new RejectedExecutionException("full");
        };
    Executor never = task -> {};
    Executor thread = task -> new Thread(task).start();
    return Arbitraries.of(Runnable::run, refusing, never, thread);
  }

  @Property(tries = 60)
  void parallelHashingGivesTheSameTreeOnAnyExecutor(
      @ForAll("executors") Executor executor, @ForAll long seed) {
    SparseMerkleTree serial = SparseMerkleTree.inMemory();
    SparseMerkleTree parallel =
        SparseMerkleTree.inMemory(Options.defaults().parallelism(4, executor));
    Random random = new Random(seed);
    for (int version = 1; version <= 4; version++) {
      List<Change> batch = largeBatch(random);
      assertThat(parallel.update(version, batch)).isEqualTo(serial.update(version, batch));
    }
    assertThat(leaves(parallel.latest())).isEqualTo(leaves(serial.latest()));
  }

  private static List<Change> largeBatch(Random random) {
    List<Change> batch = new ArrayList<>();
    for (int i = 0; i < 3 * ParallelUpdate.MIN_CHANGES; i++) {
      int key = random.nextInt(1_000);
      byte[] path = key < 300 ? new byte[32] : Hashes.path(Samples.key(key));
      if (key < 300) {
        path[31] = (byte) key;
      }
      batch.add(
          random.nextInt(3) == 0
              ? Change.deletePath(path)
              : Change.putPath(path, Samples.valueHash(i)));
    }
    return batch;
  }

  private static List<Change> lastOfEachPath(List<Change> batch) {
    List<Change> kept = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = batch.size() - 1; i >= 0; i--) {
      if (seen.add(Arrays.toString(batch.get(i).path()))) {
        kept.add(batch.get(i));
      }
    }
    return kept;
  }

  private static List<Change> leaves(Snapshot snapshot) {
    List<Change> leaves = new ArrayList<>();
    snapshot.leaves().forEachRemaining(leaves::add);
    return leaves;
  }
}
