package io.hybridycsb.quorum.raft;

import java.nio.file.Path;

/** A file of the log is damaged in a way that a kill doesn't explain, so nothing of it is cut. */
public final class UnrepairableLog extends Exception {
  private static final long serialVersionUID = 1L;

  UnrepairableLog(Path file, long at, String what) {
    super(
        "%s, at byte %d: %s; this is no half-written record, so nothing was cut"
            .formatted(file, at, what));
  }
}
