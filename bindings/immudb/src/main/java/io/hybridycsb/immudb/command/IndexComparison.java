package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.VersionedValue;
import io.hybridycsb.immudb.command.NewestWrites.Write;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Compares what the server's index gives for each key with the newest write in the ledger. immudb
 * has no proof of that, so only a whole ledger can show it.
 *
 * @param clock that tells what has expired
 */
record IndexComparison(
    Immudb client, NewestWrites newest, Findings findings, Progress progress, Clock clock) {
  private static final byte[] NO_END = {};

  /**
   * Compares.
   *
   * @param state to which the ledger was read
   * @param replay that goes on reading, since others may write meanwhile
   * @throws VerificationFailed if the server answers with something else than was asked for
   */
  void compare(State state, LedgerReplay replay) {
    if (!scan(state, replay) || !replay.readTo(client.refresh().state())) {
      return;
    }
    long now = clock.instant().getEpochSecond();
    newest
        .all()
        .filter(write -> write.tx() <= state.tx() && !write.isHiddenAt(now) && !write.isFound())
        .forEach(
            write ->
                findings.add(
                    "transaction %d: the index lacks a record that it has written"
                        .formatted(write.tx())));
  }

  /** Whether the ledger could be read on to what the index has. */
  private boolean scan(State first, LedgerReplay replay) {
    State state = first;
    byte[] from = new byte[1];
    long done = 0;
    List<VersionedValue> page;
    do {
      long now = clock.instant().getEpochSecond();
      page = client.scan(from, NO_END, Immudb.SCAN_MAX);
      boolean isAhead = false;
      for (VersionedValue seen : page) {
        newest.found(seen.key());
        if (seen.tx() <= state.tx()) {
          compare(seen, now);
        } else {
          isAhead = true;
        }
        from = Arrays.copyOf(seen.key(), seen.key().length + 1);
      }
      if (isAhead) {
        long before = state.tx();
        state = client.refresh().state();
        if (!replay.readTo(state)) {
          return false;
        }
        page.stream().filter(seen -> seen.tx() > before).forEach(seen -> compareLater(seen, now));
      }
      done += page.size();
      progress.say("%d records of the index compared", done);
      // A page may be short before the end: immudb counts some that it then leaves out.
      // With more records than keys the index has some that nobody has written: a finding already.
    } while (!page.isEmpty() && done <= newest.keys());
    return true;
  }

  private void compare(VersionedValue seen, long now) {
    Optional<Write> write = newest.of(seen.key());
    if (write.isEmpty()) {
      findings.add(
          "%s: the index has a value of transaction %d, and no transaction has written one"
              .formatted(StateKey.shown(seen.key()), seen.tx()));
    } else if (write.get().tx() != seen.tx()) {
      findings.add(
          "%s: the index has the value of transaction %d, the newest is of %d"
              .formatted(StateKey.shown(seen.key()), seen.tx(), write.get().tx()));
    } else {
      compareValue(seen, write.get(), now);
    }
  }

  private void compareValue(VersionedValue seen, Write write, long now) {
    if (write.isHiddenAt(now)) {
      findings.add(
          "%s: the index has a value of transaction %d, which has deleted it or has expired"
              .formatted(StateKey.shown(seen.key()), seen.tx()));
    } else if (!write.isOf(seen.storedHash())) {
      findings.add(
          "%s: the index has another value than transaction %d has written"
              .formatted(StateKey.shown(seen.key()), seen.tx()));
    }
  }

  /** Of a key that was written again since it was seen, the value isn't known any more. */
  private void compareLater(VersionedValue seen, long now) {
    Optional<Write> write = newest.of(seen.key());
    if (write.map(Write::tx).orElse(0L) < seen.tx()) {
      findings.add(
          "%s: the index has a value of transaction %d, which has written none"
              .formatted(StateKey.shown(seen.key()), seen.tx()));
    } else if (write.get().tx() == seen.tx()) {
      compareValue(seen, write.get(), now);
    }
  }
}
