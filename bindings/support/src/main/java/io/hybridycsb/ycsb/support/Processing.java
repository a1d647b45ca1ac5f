package io.hybridycsb.ycsb.support;

import java.util.concurrent.TimeUnit;

/**
 * What a client does before it sends a write. YCSB counts it into the write's latency; a history
 * does not, since nothing can take effect meanwhile.
 *
 * @param ms how long it takes
 */
record Processing(int ms) {
  /** Waits so long. An interrupt ends the wait and is left to the write. */
  void await() {
    if (ms > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(ms);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
