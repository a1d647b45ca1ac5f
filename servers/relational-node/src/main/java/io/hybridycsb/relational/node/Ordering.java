package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.BlockTransaction;
import java.io.IOException;
import java.util.Optional;

/** What gives transactions their order, and has the blocks of it executed. */
public interface Ordering extends AutoCloseable {
  /** A transaction is not taken. */
  final class NotTaken extends RuntimeException {
    private final boolean busy;

    private NotTaken(boolean busy, String message, Throwable cause) {
      super(message, cause);
      this.busy = busy;
    }

    /** There are too many; later there may be room. */
    public static NotTaken busy(String message) {
      return new NotTaken(true, message, null);
    }

    /** What orders transactions can't be reached. */
    public static NotTaken unreachable(Throwable cause) {
      return new NotTaken(false, cause.getMessage(), cause);
    }

    boolean isBusy() {
      return busy;
    }
  }

  /**
   * Takes a transaction that is to be ordered. For many threads.
   *
   * @param bytes the transaction, signed, as its client has sent it
   * @return false if it has it already, or has had it
   * @throws NotTaken if it doesn't take it
   */
  boolean take(BlockTransaction transaction, byte[] bytes);

  /**
   * Begins to execute blocks.
   *
   * @throws IOException if an address can't be listened on
   */
  void start() throws IOException;

  /** Why the node is not ready to serve clients; empty if it is. */
  Optional<String> behind();

  @Override
  void close();
}
