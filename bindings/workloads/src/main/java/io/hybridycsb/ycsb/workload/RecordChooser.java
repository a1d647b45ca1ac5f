package io.hybridycsb.ycsb.workload;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses records, numbered from 0. Threads share it. */
public interface RecordChooser {
  /** To find different records, for each. */
  int TRIES = 1000;

  /** A record's number, from 0 on. */
  int next(RandomGenerator random);

  /**
   * Different records, in the order in which they were chosen. If the first few are chosen nearly
   * always, the rest is filled up with those most likely.
   *
   * @param size at most the number of records
   */
  default List<Integer> distinct(RandomGenerator random, int size) {
    Set<Integer> chosen = new LinkedHashSet<>();
    for (int i = 0; chosen.size() < size && i < size * TRIES; i++) {
      chosen.add(next(random));
    }
    for (int record = 0; chosen.size() < size; record++) {
      chosen.add(record);
    }
    return List.copyOf(chosen);
  }
}
