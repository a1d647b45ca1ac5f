package io.hybridycsb.metrics;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bytes of objects that the threads of this JVM have made, by the JVM's own count for each
 * thread. A thread counts with what it had made when it was last looked at: what it has made
 * between that look and its end is missing.
 */
final class AllocatedBytes {
  private final ThreadMXBean threads;
  private Map<Long, Long> byThread = Map.of();
  private long ofEnded;

  private AllocatedBytes(ThreadMXBean threads) {
    this.threads = threads;
  }

  /** Those of this JVM; empty if it doesn't count them. */
  static Optional<AllocatedBytes> ofThisJvm() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
            && threads.isThreadAllocatedMemorySupported()
            && threads.isThreadAllocatedMemoryEnabled()
        ? Optional.of(new AllocatedBytes(threads))
        : Optional.empty();
  }

  /** Looks at all threads; the bytes since the JVM's start. */
  synchronized long total() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> now = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // Below 0 if the thread has ended meanwhile.
      if (bytes[i] >= 0) {
        now.put(ids[i], bytes[i]);
      }
    }
    byThread.forEach((id, last) -> ofEnded += now.containsKey(id) ? 0 : last);
    byThread = now;
    return ofEnded + now.values().stream().mapToLong(Long::longValue).sum();
  }
}
