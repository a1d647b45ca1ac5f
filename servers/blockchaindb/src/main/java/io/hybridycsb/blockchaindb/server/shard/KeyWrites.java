package io.hybridycsb.blockchaindb.server.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The writes of each key that a lane has taken and that aren't deep in the chain, in the lane's
 * order. An update is merged into what the write before it writes; a write of a whole record
 * replaces that. So one that the chain has made contains all before it, also the ones that were
 * left out. Guarded by {@link InFlight}.
 */
final class KeyWrites {
  private final NavigableMap<byte[], NavigableMap<Long, LaneWrite>> byKey =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Those of whose writes some may have to be submitted, or submitted again. */
  private final Set<byte[]> restless = new TreeSet<>(Arrays::compareUnsigned);

  void add(LaneWrite write) {
    byKey.computeIfAbsent(write.key(), key -> new TreeMap<>()).put(write.number(), write);
  }

  void remove(LaneWrite write) {
    byKey.computeIfPresent(
        write.key(),
        (key, writes) -> {
          writes.remove(write.number());
          return writes.isEmpty() ? null : writes;
        });
  }

  /** It, or one before it, may have to be submitted. */
  void mayBeDue(LaneWrite write) {
    restless.add(write.key());
  }

  private NavigableMap<Long, LaneWrite> of(byte[] key) {
    return byKey.getOrDefault(key, Collections.emptyNavigableMap());
  }

  /** The transaction in a block that has made it, or one of the key that contains it. */
  Optional<Submitted> committing(LaneWrite write) {
    return of(write.key()).tailMap(write.number(), true).values().stream()
        .map(LaneWrite::made)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** It and those of its key before it. */
  List<LaneWrite> upTo(LaneWrite write) {
    return List.copyOf(of(write.key()).headMap(write.number(), true).values());
  }

  /** The key's writes that no block contains. */
  private List<LaneWrite> missing(byte[] key) {
    List<LaneWrite> missing = new ArrayList<>();
    for (LaneWrite write : of(key).descendingMap().values()) {
      if (write.made().isPresent()) {
        break;
      }
      missing.add(write);
    }
    Collections.reverse(missing);
    return missing;
  }

  /** Those from the first one on that no transaction on its way carries. */
  private static List<LaneWrite> fromFirstLeftOut(List<LaneWrite> missing) {
    int first = 0;
    while (first < missing.size() && missing.get(first).isOpen()) {
      first++;
    }
    return missing.subList(first, missing.size());
  }

  /** Whether a write of the key is on its way. */
  boolean isMissing(byte[] key) {
    return !missing(key).isEmpty();
  }

  /**
   * Whether all before it that no block contains are on their way, or in a transaction that is
   * being made.
   */
  boolean isNext(LaneWrite write, Collection<LaneWrite> inTheMaking) {
    return missing(write.key()).stream()
        .filter(before -> before.number() < write.number())
        .allMatch(before -> before.isOpen() || inTheMaking.contains(before));
  }

  /** The value that the last transaction on its way would write. */
  Optional<byte[]> openValue(byte[] key) {
    return of(key).descendingMap().values().stream()
        .filter(LaneWrite::isOpen)
        .findFirst()
        .flatMap(LaneWrite::openValue);
  }

  /**
   * Those to submit, or to submit again, in the lane's order. As long as a later one of the key is
   * on its way, it may still turn out to contain them. New ones wait for their turn.
   */
  List<LaneWrite> due(Turns turns) {
    List<LaneWrite> due = new ArrayList<>();
    for (Iterator<byte[]> keys = restless.iterator(); keys.hasNext(); ) {
      byte[] key = keys.next();
      List<LaneWrite> leftOut = fromFirstLeftOut(missing(key));
      if (leftOut.isEmpty()) {
        keys.remove();
      } else if (leftOut.stream().noneMatch(LaneWrite::isOpen)
          && !(leftOut.get(0).isNew() && turns.isOfThoseLeftOut(key))) {
        due.addAll(leftOut);
      }
    }
    due.sort(Comparator.comparingLong(LaneWrite::number));
    return due;
  }

  boolean isRestless() {
    return !restless.isEmpty();
  }
}
