package io.hybridycsb.harness.check.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The threads of the clients whose files were not closed. A thread has one call under way at most,
 * and a call is in the file before the thread gets its answer. So each thread may have made one
 * call that its file lacks, which began after its last one there was answered.
 */
public final class KilledThreads {
  /** When each thread's last recorded call was answered, by rising time. */
  private final List<Long> idleNs;

  /**
   * @param idleNs when each thread's last recorded call was answered, or its recording began
   */
  KilledThreads(Collection<Long> idleNs) {
    this.idleNs = idleNs.stream().sorted().toList();
  }

  /** The threads of those files that were not closed. */
  static KilledThreads of(List<HistoryFile> files) {
    return new KilledThreads(
        files.stream()
            .filter(file -> !file.isWhole())
            .flatMap(file -> file.threadsNs().stream())
            .toList());
  }

  /**
   * These, and other calls whose effects aren't known, though the calls are.
   *
   * @param begunNs when each of the others began
   */
  public KilledThreads and(List<Long> begunNs) {
    return new KilledThreads(Stream.concat(idleNs.stream(), begunNs.stream()).sorted().toList());
  }

  /** How many there are, and so how many calls may be missing. */
  public int count() {
    return idleNs.size();
  }

  /** No missing call began earlier; {@link Operation#NEVER} if none can be missing. */
  public long earliestNs() {
    return idleNs.isEmpty() ? Operation.NEVER : idleNs.get(0);
  }

  /** Whether a missing call may have been seen at an instant. */
  public boolean mayBeSeenAt(long instantNs) {
    return earliestNs() < instantNs;
  }

  /**
   * Assigns as many effects as possible to missing calls.
   *
   * <p>An effect that was seen at an instant is of a thread that was idle before. The earlier of
   * two effects has no thread to choose from that the later one lacks. So it is assigned first, to
   * the thread that has been idle for longest, and no other way assigns more. If all effects are of
   * missing calls in truth, all are assigned.
   *
   * @param seenNs effects, none of which can be of the same call as another, and when the answer
   *     came that was the first to show it
   * @return those that are assigned
   */
  public <T> Set<T> assigned(Map<T, Long> seenNs) {
    List<Map.Entry<T, Long>> bySeen = new ArrayList<>(seenNs.entrySet());
    bySeen.sort(Map.Entry.comparingByValue());
    Set<T> assigned = new HashSet<>();
    for (Map.Entry<T, Long> effect : bySeen) {
      if (assigned.size() < count() && idleNs.get(assigned.size()) < effect.getValue()) {
        assigned.add(effect.getKey());
      }
    }
    return assigned;
  }
}
