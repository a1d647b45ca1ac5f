package io.hybridycsb.ycsb.workload;

import java.util.random.RandomGenerator;

/**
 * Chooses some records more often than all others, each of a kind as often as another.
 *
 * @param count of records
 * @param size of the hot spot, which is the first of them; fewer than {@code count}
 * @param sharePercent how many of a hundred choices are of the hot spot
 */
record HotSpot(int count, int size, int sharePercent) implements RecordChooser {
  @Override
  public int next(RandomGenerator random) {
    return random.nextInt(100) < sharePercent ? random.nextInt(size) : random.nextInt(size, count);
  }
}
