package io.hybridycsb.blockchaindb.client;

import io.hybridycsb.blockchaindb.client.AgreedBlocks.Agreed;
import io.hybridycsb.blockchaindb.client.AgreedBlocks.Votes;
import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * For each shard the newest verified block that the chain takes back no more, in a file that
 * outlives the process. Most nodes must still have it when the next one begins to verify, and
 * whenever a newer one takes its place. Without a file, no block is kept or required.
 */
final class KeptBlocks {
  private final ClusterFile cluster;
  private final AgreedBlocks blocks;
  private final Optional<StateFile> file;
  private final long saveNs;

  /** What the file had at the beginning, by the shards' names. */
  private final Map<String, Position> first;

  /** The shards of which the first block was found again. */
  private final Set<String> found = ConcurrentHashMap.newKeySet();

  /** The newest verified blocks that were not saved yet, by shard. */
  private final Map<Integer, Agreed> unsaved = new ConcurrentHashMap<>();

  private final OnceASecond toSave = new OnceASecond();

  /**
   * @param first what the file has, by the shards' names
   */
  KeptBlocks(
      ClusterFile cluster,
      AgreedBlocks blocks,
      Optional<StateFile> file,
      Map<String, Position> first,
      BlockTimes times) {
    this.saveNs = TimeUnit.MILLISECONDS.toNanos(times.saveMs());
    this.cluster = cluster;
    this.blocks = blocks;
    this.file = file;
    this.first = Map.copyOf(first);
  }

  /**
   * What the file has, by the shards' names.
   *
   * @throws VerificationFailed if it is another cluster's
   * @throws IllegalStateException if it can't be read
   */
  static SortedMap<String, Position> read(ClusterFile cluster, Optional<StateFile> file) {
    return file.map(each -> chains(cluster, each, each.read())).orElseGet(TreeMap::new);
  }

  private static SortedMap<String, Position> chains(
      ClusterFile cluster, StateFile file, Optional<Kept> kept) {
    VerificationFailed.throwIf(kept.flatMap(each -> file.whyNotOf(cluster.ledger(), each)));
    return kept.map(each -> new TreeMap<>(each.chains())).orElseGet(TreeMap::new);
  }

  private static String name(int shard) {
    return "shard" + shard;
  }

  /**
   * The number of the block that a verified read has to be of, or of a later one; 0 for any. The
   * first time, most nodes are asked whether they still have it.
   *
   * @throws VerificationFailed if they don't
   * @throws ClientException if too few answer
   */
  long required(int shard, long deadline) {
    String name = name(shard);
    Position position = first.get(name);
    if (position == null) {
      return 0;
    }
    if (!found.contains(name)) {
      requireStill(shard, position, deadline);
      found.add(name);
    }
    return position.height();
  }

  private void requireStill(int shard, Position kept, long deadline) {
    Votes votes = blocks.ask(shard, kept.height(), kept.hash(), deadline);
    if (blocks.isMajority(shard, votes.having())) {
      return;
    }
    if (blocks.isMajority(shard, votes.behind())) {
      throw new VerificationFailed(
          "%s was rolled back: most nodes are not beyond block %d; block %d was verified before"
              .formatted(name(shard), votes.newest(), kept.height()));
    }
    if (blocks.isMajority(shard, votes.differing() + votes.behind())) {
      throw new VerificationFailed(
          "most nodes have another block %d of %s than was verified before"
              .formatted(kept.height(), name(shard)));
    }
    throw new ClientException(
        "too few nodes tell of block %d of %s, which was verified before"
            .formatted(kept.height(), name(shard)));
  }

  /**
   * Takes a block that was verified, and that most nodes have in their chains. About once a second
   * what was taken is saved; if that can't be done now, it is tried again.
   *
   * @throws VerificationFailed if nodes have no longer what was saved before
   */
  void add(int shard, Agreed verified) {
    if (file.isEmpty()) {
      return;
    }
    unsaved.merge(shard, verified, (a, b) -> a.header().number() > b.header().number() ? a : b);
    if (toSave.isDue()) {
      try {
        save(false);
      } catch (ClientException | IllegalStateException e) {
        // The call that it comes after has ended. At the end the file's failure is told.
      }
    }
  }

  /**
   * Saves what was not saved yet.
   *
   * @throws VerificationFailed if nodes have no longer what was saved before, or the file has
   *     become another cluster's
   * @throws ClientException if too few nodes answer; the file stays as it is
   * @throws IllegalStateException if the file can't be read or written
   */
  void save() {
    save(true);
  }

  /**
   * @param waits for others that have the file
   */
  private void save(boolean waits) {
    Map<Integer, Agreed> now = Map.copyOf(unsaved);
    if (!now.isEmpty()) {
      StateFile to = file.orElseThrow();
      Function<Optional<Kept>, Kept> later = kept -> after(kept, now);
      Optional<Kept> kept = waits ? Optional.of(to.update(later)) : to.tryUpdate(later);
      kept.ifPresent(done -> now.forEach(unsaved::remove));
    }
  }

  private Kept after(Optional<Kept> kept, Map<Integer, Agreed> verified) {
    SortedMap<String, Position> chains = chains(cluster, file.orElseThrow(), kept);
    long deadline = System.nanoTime() + saveNs;
    verified.forEach(
        (shard, block) -> {
          Position before = chains.get(name(shard));
          if (before != null) {
            requireStill(shard, before, deadline);
          }
          settled(shard, block, deadline)
              .filter(settled -> before == null || settled.height() > before.height())
              .ifPresent(settled -> chains.put(name(shard), settled));
        });
    return new Kept(cluster.ledger(), chains);
  }

  /**
   * The block, or one before it that no reorganisation reaches; empty if the chain is too young.
   */
  private Optional<Position> settled(int shard, Agreed block, long deadline) {
    if (cluster.shards().get(shard).consensus().isFinal()) {
      return Optional.of(new Position(block.header().number(), block.header().hash()));
    }
    long number =
        Math.min(block.header().number(), AgreedBlocks.settledNumber(block.votes().newest()));
    return number < 1
        ? Optional.empty()
        : Optional.of(new Position(number, blocks.settledAt(shard, number, deadline).hash()));
  }
}
