package io.hybridycsb.ycsb.workload.transactions;

import java.util.Map;

/** What holds of all records after a run in which each committed transaction was done once. */
public interface Invariant {

  /**
   * What a reading of the records has found.
   *
   * @param numbers to print, by what they say
   * @param wrong how far the records are from what they must be; 0 if they are right, as far as
   *     outcomes are known
   * @param reason what is wrong, for people; empty if nothing is
   */
  record Finding(Map<String, Long> numbers, long wrong, String reason) {}

  /** What counts the transactions that change what is verified, by what that is. */
  Map<String, Tally> tallies();

  /** Reads from where the run begins. */
  void begin(Readers readers);

  /** Reads where the run has ended. May be called again, since outcomes may become known late. */
  Finding check(Readers readers);
}
