package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The transactions that have taken effect: committed ones, and ones known from elsewhere to have
 * done so. One of unknown outcome has, too, if a transaction that has taken effect has read it. If
 * only transactions without effect have read a transaction of unknown outcome, it may have had none
 * either, and is left out.
 *
 * @param transactions in the order of the history
 * @param set the same, by identity
 * @param readOfNothing a read of a version that an aborted transaction or nobody wrote, by a
 *     transaction that has taken effect; empty if there is none
 */
record EffectiveTransactions(
    List<TransactionRecord> transactions,
    Set<TransactionRecord> set,
    Optional<String> readOfNothing) {

  /** A version of a key. */
  private record Version(String key, long number) {}

  /**
   * @param others which of the history's transactions are known from elsewhere to have taken effect
   */
  static EffectiveTransactions of(List<TransactionRecord> history, Set<TransactionRecord> others) {
    Map<Version, List<TransactionRecord>> writers = new HashMap<>();
    Deque<TransactionRecord> unvisited = new ArrayDeque<>();
    for (TransactionRecord writer : history) {
      writer
          .writes()
          .forEach(
              (key, number) ->
                  writers
                      .computeIfAbsent(new Version(key, number), v -> new ArrayList<>(1))
                      .add(writer));
      if (writer.outcome() == Outcome.COMMITTED || others.contains(writer)) {
        unvisited.add(writer);
      }
    }
    Set<TransactionRecord> effective = Collections.newSetFromMap(new IdentityHashMap<>());
    effective.addAll(unvisited);
    Optional<String> wrong = Optional.empty();
    while (!unvisited.isEmpty()) {
      TransactionRecord reader = unvisited.remove();
      for (Map.Entry<String, Long> read : new TreeMap<>(reader.reads()).entrySet()) {
        Version version = new Version(read.getKey(), read.getValue());
        List<TransactionRecord> of = writers.getOrDefault(version, List.of());
        wrong = wrong.or(() -> wrongRead(reader, version, of));
        for (TransactionRecord writer : of) {
          if (writer.outcome() == Outcome.UNKNOWN && effective.add(writer)) {
            unvisited.add(writer);
          }
        }
      }
    }
    return new EffectiveTransactions(
        history.stream().filter(effective::contains).toList(), effective, wrong);
  }

  private static Optional<String> wrongRead(
      TransactionRecord reader, Version version, List<TransactionRecord> writers) {
    if (version.number() == TransactionRecord.ABSENT) {
      return Optional.empty();
    }
    String why;
    if (writers.isEmpty()) {
      why = "which nobody wrote";
    } else if (writers.stream().allMatch(writer -> writer.outcome() == Outcome.ABORTED)) {
      why = "which " + writers.get(0).id() + " wrote, but aborted";
    } else if (writers.stream().allMatch(writer -> writer.deletes().contains(version.key()))) {
      why = "in which " + writers.get(0).id() + " deleted it";
    } else if (writers.stream().allMatch(writer -> writer == reader)) {
      why = "which it wrote itself later";
    } else {
      return Optional.empty();
    }
    return Optional.of(
        "%s read version %d of key %s, %s"
            .formatted(reader.id(), version.number(), version.key(), why));
  }
}
