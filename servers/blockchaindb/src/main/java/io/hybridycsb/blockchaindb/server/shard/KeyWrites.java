package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block;
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
 * The writes of each key that a writer has taken and that aren't deep in the chain, in the writer's
 * order. An update is merged into what the write before it writes; a write of a whole record
 * replaces that. So one that the chain has made contains all before it, also the ones that were
 * left out. Guarded by {@link InFlight}.
 */
final class KeyWrites {
  /** A write that is made again comes into the second block after the one that has left it out. */
  private static final int BLOCKS_OF_PRECEDENCE = 3;

  private final NavigableMap<byte[], NavigableMap<Long, AccountWrite>> byKey =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Those of whose writes some may have to be submitted, or submitted again. */
  private final Set<byte[]> restless = new TreeSet<>(Arrays::compareUnsigned);

  /**
   * By key, the block from which on new writes may go. Writes that the chain has left out, of
   * whatever node, go before new ones. Otherwise the node whose write was made would go on alone:
   * it alone knows the record before its block is there.
   */
  private final NavigableMap<byte[], Long> newFromBlock = new TreeMap<>(Arrays::compareUnsigned);

  /** The chain has a further block. */
  void see(Block block) {
    block.leftOut().forEach(key -> newFromBlock.put(key, block.number() + BLOCKS_OF_PRECEDENCE));
    newFromBlock.values().removeIf(from -> from <= block.number());
  }

  /** Whether new writes of the key wait for ones that were left out. */
  boolean newOnesWait(byte[] key) {
    return newFromBlock.containsKey(key);
  }

  void add(AccountWrite write) {
    byKey.computeIfAbsent(write.key(), key -> new TreeMap<>()).put(write.number(), write);
  }

  void remove(AccountWrite write) {
    byKey.computeIfPresent(
        write.key(),
        (key, writes) -> {
          writes.remove(write.number());
          return writes.isEmpty() ? null : writes;
        });
  }

  /** It, or one before it, may have to be submitted. */
  void mayBeDue(AccountWrite write) {
    restless.add(write.key());
  }

  private NavigableMap<Long, AccountWrite> of(byte[] key) {
    return byKey.getOrDefault(key, Collections.emptyNavigableMap());
  }

  /** The transaction in a block that has made it, or one of the key that contains it. */
  Optional<Submitted> committing(AccountWrite write) {
    return of(write.key()).tailMap(write.number(), true).values().stream()
        .map(AccountWrite::made)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** It and those of its key before it. */
  List<AccountWrite> upTo(AccountWrite write) {
    return List.copyOf(of(write.key()).headMap(write.number(), true).values());
  }

  /** The key's writes that no block contains. */
  private List<AccountWrite> missing(byte[] key) {
    List<AccountWrite> missing = new ArrayList<>();
    for (AccountWrite write : of(key).descendingMap().values()) {
      if (write.made().isPresent()) {
        break;
      }
      missing.add(write);
    }
    Collections.reverse(missing);
    return missing;
  }

  /** Those from the first one on that no transaction on its way carries. */
  private static List<AccountWrite> fromFirstLeftOut(List<AccountWrite> missing) {
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
  boolean isNext(AccountWrite write, Collection<AccountWrite> inTheMaking) {
    return missing(write.key()).stream()
        .filter(before -> before.number() < write.number())
        .allMatch(before -> before.isOpen() || inTheMaking.contains(before));
  }

  /** The value that the last transaction on its way would write. */
  Optional<byte[]> openValue(byte[] key) {
    return of(key).descendingMap().values().stream()
        .filter(AccountWrite::isOpen)
        .findFirst()
        .flatMap(AccountWrite::openValue);
  }

  /**
   * Those to submit, or to submit again, in the writer's order. As long as a later one of the key
   * is on its way, it may still turn out to contain them. New ones wait for those that were left
   * out.
   */
  List<AccountWrite> due() {
    List<AccountWrite> due = new ArrayList<>();
    for (Iterator<byte[]> keys = restless.iterator(); keys.hasNext(); ) {
      byte[] key = keys.next();
      List<AccountWrite> leftOut = fromFirstLeftOut(missing(key));
      if (leftOut.isEmpty()) {
        keys.remove();
      } else if (leftOut.stream().noneMatch(AccountWrite::isOpen)
          && !(leftOut.get(0).isNew() && newOnesWait(key))) {
        due.addAll(leftOut);
      }
    }
    due.sort(Comparator.comparingLong(AccountWrite::number));
    return due;
  }

  boolean isRestless() {
    return !restless.isEmpty();
  }
}
