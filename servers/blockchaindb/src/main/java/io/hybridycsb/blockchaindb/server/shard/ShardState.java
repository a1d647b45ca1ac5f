package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.ethereum.contract.Written;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The records of a shard as of the newest block that is known. Readers see the state of one block,
 * never one between two branches of the chain.
 */
public final class ShardState {
  /** How far a reorganisation can be undone; the chain's own client undoes none that is deeper. */
  static final int UNDO_BLOCKS = 128;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private TreeMap<byte[], byte[]> records = new TreeMap<>(Arrays::compareUnsigned);
  private Deque<Applied> newestFirst = new ArrayDeque<>();
  private long writes;

  /** Blocks that were undone lately, the last one first. */
  private final Deque<Removed> removed = new ArrayDeque<>();

  private volatile long replaceNanos;

  /**
   * A block and what it replaced.
   *
   * @param block without its writes, which the records contain
   * @param writes how many it had
   * @param before the previous value of each record that it wrote; an empty array if absent
   */
  private record Applied(Block block, int writes, Map<byte[], byte[]> before) {}

  /**
   * A block that was undone.
   *
   * @param after the value that it gave each record that it wrote; an empty array if absent
   */
  private record Removed(Block block, Map<byte[], byte[]> after) {}

  /**
   * Records as of a block.
   *
   * @param records of the keys that were asked for, in their order; empty where there is none
   */
  public record AsOf(List<Optional<byte[]>> records, Block block) {}

  /** Undoes the newest blocks and applies others, in one step. */
  void replace(int undone, List<Block> applied) {
    long start = System.nanoTime();
    lock.writeLock().lock();
    try {
      for (int i = 0; i < undone; i++) {
        Applied newest = newestFirst.removeFirst();
        removed.addFirst(new Removed(newest.block(), now(newest.before().keySet())));
        newest.before().forEach(this::put);
        writes -= newest.writes();
      }
      while (removed.size() > UNDO_BLOCKS) {
        removed.removeLast();
      }
      applied.forEach(this::apply);
    } finally {
      lock.writeLock().unlock();
    }
    replaceNanos = System.nanoTime() - start;
  }

  /**
   * Takes on another state in one step.
   *
   * @param derived nobody changes it afterwards
   */
  void become(ShardState derived) {
    lock.writeLock().lock();
    try {
      removed.clear();
      records = derived.records;
      newestFirst = derived.newestFirst;
      writes = derived.writes;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Map<byte[], byte[]> now(Set<byte[]> keys) {
    Map<byte[], byte[]> values = new TreeMap<>(Arrays::compareUnsigned);
    keys.forEach(key -> values.put(key, records.getOrDefault(key, new byte[0])));
    return values;
  }

  /** How long the newest blocks took to be applied, waiting for readers included. */
  public long replaceNanos() {
    return replaceNanos;
  }

  private void apply(Block block) {
    Map<byte[], byte[]> before = new TreeMap<>(Arrays::compareUnsigned);
    for (Written write : block.writes()) {
      byte[] previous = records.get(write.key());
      before.putIfAbsent(write.key(), previous == null ? new byte[0] : previous);
      put(write.key(), write.value());
    }
    writes += block.writes().size();
    newestFirst.addFirst(new Applied(block.withoutWrites(), block.writes().size(), before));
    if (newestFirst.size() > UNDO_BLOCKS) {
      newestFirst.removeLast();
    }
  }

  private void put(byte[] key, byte[] value) {
    if (value.length == 0) {
      records.remove(key);
    } else {
      records.put(key, value);
    }
  }

  private <T> T reading(Supplier<T> reader) {
    lock.readLock().lock();
    try {
      return reader.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The newest block; empty before the first. */
  public Optional<Block> newest() {
    return reading(() -> Optional.ofNullable(newestFirst.peekFirst()).map(Applied::block));
  }

  /** The oldest block that is remembered; empty before the first. */
  public Optional<Block> oldest() {
    return reading(() -> Optional.ofNullable(newestFirst.peekLast()).map(Applied::block));
  }

  /** The writes in all blocks up to the newest. */
  public long writes() {
    return reading(() -> writes);
  }

  /** The newest blocks, the newest first. */
  List<Block> recent() {
    return reading(() -> newestFirst.stream().map(Applied::block).toList());
  }

  /** The block of that number, if it is a recent one. */
  public Optional<Block> block(long number) {
    return reading(
        () ->
            newestFirst.stream()
                .map(Applied::block)
                .filter(block -> block.number() == number)
                .findFirst());
  }

  /** A record as of the newest block. */
  public Optional<byte[]> get(byte[] key) {
    return reading(() -> Optional.ofNullable(records.get(key)));
  }

  /**
   * Records as of some blocks before the newest, or of the oldest that is known.
   *
   * @param depth 0 for the newest
   */
  public Optional<AsOf> get(List<byte[]> keys, int depth) {
    return reading(
        () -> {
          Iterator<Applied> blocks = newestFirst.iterator();
          Optional<Block> at = Optional.empty();
          for (int i = 0; i <= depth && blocks.hasNext(); i++) {
            at = Optional.of(blocks.next().block());
          }
          return at.map(block -> new AsOf(at(keys, block), block));
        });
  }

  /**
   * Records as of the block of that hash, if it is a recent one, or was until it was undone lately.
   */
  public Optional<AsOf> get(List<byte[]> keys, String hash) {
    return reading(
        () -> {
          List<Removed> branch = branch(hash);
          String root = branch.isEmpty() ? hash : branch.get(branch.size() - 1).block().parent();
          return applied(root)
              .map(
                  block -> {
                    List<Optional<byte[]>> found = new ArrayList<>(at(keys, block));
                    for (int i = 0; i < keys.size(); i++) {
                      found.set(i, onBranch(keys.get(i), branch).orElse(found.get(i)));
                    }
                    return new AsOf(found, branch.isEmpty() ? block : branch.get(0).block());
                  });
        });
  }

  private Optional<Block> applied(String hash) {
    return newestFirst.stream()
        .map(Applied::block)
        .filter(block -> block.hash().equals(hash))
        .findFirst();
  }

  /** The undone blocks from that one down to where the branch leaves the chain. */
  private List<Removed> branch(String hash) {
    List<Removed> branch = new ArrayList<>();
    String next = hash;
    // A block is undone after the one on top of it.
    for (Iterator<Removed> all = removed.descendingIterator(); all.hasNext(); ) {
      Removed block = all.next();
      if (block.block().hash().equals(next) && applied(next).isEmpty()) {
        branch.add(block);
        next = block.block().parent();
      }
    }
    return branch;
  }

  /** What the newest of these blocks that has written a record has made of it. */
  private static Optional<Optional<byte[]>> onBranch(byte[] key, List<Removed> branch) {
    return branch.stream()
        .map(block -> block.after().get(key))
        .filter(Objects::nonNull)
        .findFirst()
        .map(value -> Optional.of(value).filter(bytes -> bytes.length > 0));
  }

  private List<Optional<byte[]>> at(List<byte[]> keys, Block block) {
    List<Applied> later = newestFirst.stream().takeWhile(a -> a.block() != block).toList();
    return keys.stream().map(key -> before(key, later)).toList();
  }

  /** A record before the later blocks, which begin with the newest. */
  private Optional<byte[]> before(byte[] key, List<Applied> later) {
    byte[] record = records.get(key);
    for (Applied block : later) {
      record = block.before().getOrDefault(key, record);
    }
    return Optional.ofNullable(record).filter(bytes -> bytes.length > 0);
  }

  /** Records from a key on, by rising key, as of the newest block. */
  public List<Written> scan(byte[] from, byte[] until, int count) {
    return reading(
        () -> {
          List<Written> found = new ArrayList<>();
          for (Map.Entry<byte[], byte[]> entry : records.tailMap(from, true).entrySet()) {
            boolean isEnd = until.length > 0 && Arrays.compareUnsigned(entry.getKey(), until) >= 0;
            if (found.size() >= count || isEnd) {
              break;
            }
            found.add(new Written(entry.getKey(), entry.getValue()));
          }
          return found;
        });
  }
}
