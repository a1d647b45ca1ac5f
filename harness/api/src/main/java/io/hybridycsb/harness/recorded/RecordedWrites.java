package io.hybridycsb.harness.recorded;

import java.io.IOException;
import java.util.SortedMap;

/** How many writes a cluster's servers have recorded so far. */
public interface RecordedWrites {

  /** What the servers' counts are of. */
  enum Kept {
    /** Of all writes; a server that is started again still has them. */
    BY_ALL_FOREVER,
    /** Of all writes since the server's process started. */
    BY_ALL_SINCE_START,
    /** Of the writes that the server itself has seen through, since its process started. */
    BY_ONE_SINCE_START
  }

  Kept kept();

  /** What is counted, in words that follow a number, as in "revisions". */
  String what();

  /**
   * The counts so far, by server.
   *
   * @throws IOException if a server can't be asked
   */
  SortedMap<String, Long> read() throws IOException, InterruptedException;
}
