package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every store guarantees; a subclass for each implementation. */
abstract class NodeStoreContract {
  /** An empty store, a new one for each test. */
  abstract NodeStore create() throws IOException;

  /** The store after its owner went away and came back. */
  abstract NodeStore reopen(NodeStore store) throws IOException;

  @Test
  void aNewStoreIsTheEmptyTreeAtVersionZero() throws IOException {
    try (NodeStore store = create()) {
      assertThat(store.version()).isZero();
      assertThat(store.root()).isEqualTo(Hashes.empty());
      assertThat(store.leafCount()).isZero();
      assertThat(leaves(store)).isEmpty();
    }
  }

  @Test
  void aTreeOpensAsItWasAtTheVersionLastApplied() throws IOException {
    NodeStore store = create();
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      assertThat(tree.latest().version()).isEqualTo(2L * round);
      for (int i = 1; i <= 2; i++) {
        tree.update(2L * round + i, someChanges(random));
      }
      store = reopen(store);
      Snapshot opened = SparseMerkleTree.open(store, Options.defaults()).latest();
      assertThat(opened.root()).isEqualTo(tree.latest().root()).isEqualTo(store.root());
      assertThat(opened.version()).isEqualTo(2L * round + 2).isEqualTo(store.version());
      assertThat(store.leafCount()).isEqualTo(opened.size());
    }
    store.close();
  }

  @Test
  void leavesComeInAscendingOrderOfTheirPathsEachOnce() throws IOException {
    try (NodeStore store = create()) {
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      tree.update(1, Samples.puts(0, 500));
      tree.update(2, Samples.puts(300, 800));
      tree.update(3, Samples.puts(0, 100).stream().map(NodeStoreContract::removal).toList());
      List<Change> leaves = leaves(store);
      assertThat(leaves).hasSize(700).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void aBatchLargerThanAnyBufferIsAppliedWhole() throws IOException {
    NodeStore store = create();
    byte[] root =
        SparseMerkleTree.open(store, Options.defaults()).update(1, Samples.puts(0, 40_000));
    store = reopen(store);
    assertThat(SparseMerkleTree.open(store, Options.defaults()).latest().root()).isEqualTo(root);
    store.close();
  }

  @Test
  void aVersionThatDoesNotAscendIsRefusedAndChangesNothing() throws IOException {
    try (NodeStore store = create()) {
      SparseMerkleTree.open(store, Options.defaults()).update(5, Samples.puts(0, 3));
      LeafBatch late = new LeafBatch(5, Hashes.empty(), 4, Samples.puts(9, 10));
      assertThatThrownBy(() -> store.apply(late))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("version must be above 5, but is 5");
      assertThat(leaves(store)).hasSize(3);
    }
  }

  @Test
  void anEmptyBatchMakesAVersion() throws IOException {
    NodeStore store = create();
    SparseMerkleTree.open(store, Options.defaults()).update(3, List.of());
    store = reopen(store);
    assertThat(store.version()).isEqualTo(3);
    store.close();
  }

  @Test
  void manyOverwritesLeaveOnlyTheLastOfEachKey() throws IOException {
    NodeStore store = create();
    SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
    for (int version = 1; version <= 150; version++) {
      tree.update(version, Samples.overwrites(100, version));
    }
    store = reopen(store);
    assertThat(leaves(store)).hasSize(100);
    assertThat(SparseMerkleTree.open(store, Options.defaults()).latest().root())
        .isEqualTo(tree.latest().root());
    store.close();
  }

  @Test
  void leavesThatDoNotGiveTheRecordedRootAreRefused() throws IOException {
    try (NodeStore store = create()) {
      store.apply(new LeafBatch(1, Samples.valueHash(1), 2, sorted(Samples.puts(0, 2))));
      assertThatThrownBy(() -> SparseMerkleTree.open(store, Options.defaults()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the store is damaged: at version 1 it recorded 2 leaves");
    }
  }

  static List<Change> leaves(NodeStore store) throws IOException {
    try (Stream<Change> leaves = store.leaves()) {
      return leaves.toList();
    }
  }

  static List<Change> sorted(List<Change> changes) {
    return changes.stream().sorted().toList();
  }

  static List<Change> someChanges(Random random) {
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(30); i > 0; i--) {
      int path = random.nextInt(Samples.PATHS);
      changes.add(
          random.nextInt(3) == 0 ? Samples.delete(path) : Samples.put(path, random.nextInt()));
    }
    return changes;
  }

  private static Change removal(Change change) {
    return Change.deletePath(change.path());
  }
}
