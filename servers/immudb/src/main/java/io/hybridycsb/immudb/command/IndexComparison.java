package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Seen;
import io.hybridycsb.immudb.command.NewestWrites.Write;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.logs.Progress;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tools.Findings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Compares what the server's index gives for each key with the newest write in the ledger. immudb
 * has no proof of that, so only a whole ledger can show it.
 */
final class IndexComparison {
  private static final byte[] END = {(byte) 0xff};

  private final Immudb client;
  private final NewestWrites newest;
  private final Findings findings;
  private final Progress progress = new Progress();

  /** Found in the index, and written after the ledger was read. */
  private final List<Seen> later = new ArrayList<>();

  IndexComparison(Immudb client, NewestWrites newest, Findings findings) {
    this.client = client;
    this.newest = newest;
    this.findings = findings;
  }

  /**
   * Compares.
   *
   * @param state to which the ledger was read
   * @param replay that goes on reading, since others may write meanwhile
   */
  void compare(State state, LedgerReplay replay) throws ProofFailed {
    scan(state);
    State after = client.refresh().state();
    if (!replay.readTo(after)) {
      return;
    }
    later.forEach(this::compareLater);
    newest
        .all()
        .filter(write -> write.tx() <= state.tx() && !write.isDeletion() && !write.isFound())
        .forEach(
            write ->
                findings.add(
                    "transaction %d: the index lacks a record that it has written"
                        .formatted(write.tx())));
  }

  private void scan(State state) {
    byte[] from = new byte[1];
    long done = 0;
    List<Seen> page;
    do {
      page = client.scan(from, END, Immudb.SCAN_MAX);
      for (Seen seen : page) {
        if (Arrays.compareUnsigned(seen.key(), from) < 0) {
          findings.add("the index isn't sorted at " + StateKey.shown(seen.key()));
          return;
        }
        found(seen, state);
        from = Arrays.copyOf(seen.key(), seen.key().length + 1);
      }
      done += page.size();
      progress.at("%d records of the index compared", done);
    } while (page.size() >= Immudb.SCAN_MAX);
  }

  private void found(Seen seen, State state) {
    newest.found(seen.key());
    if (seen.tx() > state.tx()) {
      later.add(new Seen(seen.key(), seen.tx(), Optional.empty()));
    } else {
      compare(seen);
    }
  }

  private void compare(Seen seen) {
    long written = newest.of(seen.key()).map(Write::tx).orElse(0L);
    if (written != seen.tx()) {
      findings.add(
          "%s: the index has the value of transaction %d, the newest is of %d"
              .formatted(StateKey.shown(seen.key()), seen.tx(), written));
    }
  }

  private void compareLater(Seen seen) {
    if (newest.of(seen.key()).map(Write::tx).orElse(0L) < seen.tx()) {
      findings.add(
          "%s: the index has a value of transaction %d, which has written none"
              .formatted(StateKey.shown(seen.key()), seen.tx()));
    }
  }
}
