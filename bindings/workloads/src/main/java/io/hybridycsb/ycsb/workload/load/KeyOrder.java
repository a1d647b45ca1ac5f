package io.hybridycsb.ycsb.workload.load;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the order of operations on one key: each waits for the one before it. It holds those under
 * way only.
 */
final class KeyOrder {
  private final Map<String, Turn> last = new HashMap<>();

  /** A key's next turn. Turns are taken in the order in which this is called. */
  synchronized Turn next(String key) {
    Turn turn = new Turn(key, last.get(key));
    last.put(key, turn);
    return turn;
  }

  private synchronized void ended(Turn turn) {
    last.remove(turn.key, turn);
  }

  /** The time of one operation. */
  final class Turn {
    private final String key;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Turn before;

    private Turn(String key, Turn before) {
      this.key = key;
      this.before = before;
    }

    /** Waits for the key's operation before, which another thread has. */
    void await() {
      if (before != null) {
        before.end.join();
        before = null;
      }
    }

    /** Lets the key's next operation begin. */
    void end() {
      before = null;
      end.complete(null);
      ended(this);
    }
  }
}
