package io.hybridycsb.smt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A sparse Merkle tree in memory, backed by a store if one is given.
 *
 * <pre>{@code
 * SparseMerkleTree tree = SparseMerkleTree.inMemory();
 * byte[] root = tree.update(1, List.of(Change.put(key, value)));
 * Proof proof = tree.latest().prove(key);
 * boolean held = Verifier.verifyMembership(root, key, value, proof);
 * }</pre>
 *
 * <p>One thread updates; any number read {@link #latest} and {@link #at} meanwhile and never wait.
 * Versions are the caller's, above 0 and ascending; version 0 is the empty tree.
 */
public final class SparseMerkleTree {
  private static final int OPEN_CHUNK_LEAVES = 65_536;

  private static final Snapshot EMPTY = new Snapshot(0, null, 0);

  private final NodeStore store;
  private final Options options;
  private final AtomicReference<History> history;

  private SparseMerkleTree(NodeStore store, Snapshot first, Options options) {
    this.store = store;
    this.options = options;
    history = new AtomicReference<>(History.startingAt(first, options.versionsRetained()));
  }

  /** An empty tree with default options that is not stored. */
  public static SparseMerkleTree inMemory() {
    return inMemory(Options.defaults());
  }

  /** An empty tree that is not stored. */
  public static SparseMerkleTree inMemory(Options options) {
    return new SparseMerkleTree(null, EMPTY, options);
  }

  /**
   * Opens the tree at the store's newest version: reads all leaves and hashes the nodes above them.
   * Versions before that one are not held. The store stays the caller's to close.
   *
   * @throws IOException if the store cannot be read, or if its leaves do not give the root that it
   *     recorded
   */
  public static SparseMerkleTree open(NodeStore store, Options options) throws IOException {
    Snapshot found = readLeaves(store, options);
    byte[] recorded = store.root();
    if (found.size() != store.leafCount() || !Arrays.equals(found.root(), recorded)) {
      throw new IOException(
          "the store is damaged: at version %d it recorded %d leaves and root %s, but holds %d leaves with root %s"
              .formatted(
                  store.version(),
                  store.leafCount(),
                  HexFormat.of().formatHex(recorded),
                  found.size(),
                  HexFormat.of().formatHex(found.root())));
    }
    return new SparseMerkleTree(store, found, options);
  }

  private static Snapshot readLeaves(NodeStore store, Options options) throws IOException {
    Snapshot read = EMPTY;
    Change previous = null;
    List<Change> chunk = new ArrayList<>();
    try (Stream<Change> leaves = store.leaves()) {
      for (Change leaf : (Iterable<Change>) leaves::iterator) {
        if (previous != null && previous.compareTo(leaf) >= 0) {
          throw new IOException("the store's leaves are not in ascending order of their paths");
        }
        previous = leaf;
        chunk.add(leaf);
        if (chunk.size() == OPEN_CHUNK_LEAVES) {
          read = ParallelUpdate.apply(read, store.version(), chunk.toArray(new Change[0]), options);
          chunk.clear();
        }
      }
    }
    return ParallelUpdate.apply(read, store.version(), chunk.toArray(new Change[0]), options);
  }

  /** The newest committed version. */
  public Snapshot latest() {
    return history.get().latest();
  }

  /**
   * A committed version that is still retained.
   *
   * @throws IllegalArgumentException if it was never committed, or is older than {@link
   *     Options#versionsRetained} allows
   */
  public Snapshot at(long version) {
    return history.get().at(version);
  }

  /**
   * Applies a batch: prepares it, writes it to the store, and commits it. Of several changes of one
   * key the last counts. If this throws, the tree is unchanged; whether a failed store holds the
   * version shows when it is opened again.
   *
   * @return the 32-byte root at the new version
   * @throws IllegalArgumentException if the version is not above the latest
   * @throws UncheckedIOException if the store fails
   */
  public synchronized byte[] update(long version, Collection<Change> changes) {
    PreparedUpdate update = prepare(version, changes);
    if (store != null) {
      try {
        store.apply(update.batch());
      } catch (IOException e) {
        throw new UncheckedIOException("the store failed to apply version " + version, e);
      }
    }
    update.commit();
    return update.root();
  }

  /**
   * Computes a batch on the latest version without publishing or storing it. The caller stores
   * {@link PreparedUpdate#batch} and then commits.
   *
   * @throws IllegalArgumentException if the version is not above the latest
   */
  public PreparedUpdate prepare(long version, Collection<Change> changes) {
    return prepareOn(latest(), version, changes);
  }

  PreparedUpdate prepareOn(Snapshot base, long version, Collection<Change> changes) {
    if (version <= base.version()) {
      throw new IllegalArgumentException(
          "version must be above " + base.version() + ", but is " + version);
    }
    Change[] sorted = ChangeSort.sortedLastWins(changes);
    Snapshot next = ParallelUpdate.apply(base, version, sorted, options);
    return new PreparedUpdate(
        this, base, next, Collections.unmodifiableList(Arrays.asList(sorted)));
  }

  void publish(Snapshot base, Snapshot next) {
    History before = history.get();
    if (before.latest() != base || !history.compareAndSet(before, before.with(next))) {
      throw new IllegalStateException(
          "version %d was prepared on version %d, but the latest is %d"
              .formatted(next.version(), base.version(), latest().version()));
    }
  }
}
