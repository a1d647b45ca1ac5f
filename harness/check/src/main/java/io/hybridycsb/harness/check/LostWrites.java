package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.RecordedCall;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fate of acknowledged writes, by reads after all of them. A write is lost if the value read in
 * its place is older than it: nobody wrote that value, or all writes of it had ended before the
 * lost one began. Writes without effect don't count. For histories without deletes.
 *
 * <p>A lost write in whose place a later one was made isn't seen: {@link HistoryCheck} finds that.
 *
 * @param acknowledged acknowledged writes of records that were read
 * @param lost the lost ones, including those that a lost one has overwritten
 * @param unreadRecords records that were written, but not read successfully
 * @param unaskedRecords records that were inserted, and that no read has asked for; they are not
 *     among the unread ones
 */
public record LostWrites(long acknowledged, long lost, long unreadRecords, long unaskedRecords) {
  private static final Set<String> ANSWERS = Set.of("OK", "NOT_FOUND");

  /**
   * Counts them.
   *
   * @param during the clients' calls; only writes matter
   * @param after reads of all fields; for each record the one that began last counts
   */
  public static LostWrites of(List<RecordedCall> during, List<RecordedCall> after) {
    Map<String, RecordedCall> reads = new HashMap<>();
    Set<String> asked = new HashSet<>();
    for (RecordedCall call : after) {
      if (call.op().equals("read")) {
        asked.add(call.register());
        if (ANSWERS.contains(call.status())) {
          reads.merge(call.register(), call, LostWrites::later);
        }
      }
    }
    Map<String, List<RecordedCall>> writes =
        during.stream()
            .filter(RecordedCall::isWrite)
            .collect(Collectors.groupingBy(RecordedCall::register));
    long acknowledged = 0;
    long lost = 0;
    long unread = 0;
    long unasked = 0;
    for (Map.Entry<String, List<RecordedCall>> record : writes.entrySet()) {
      RecordedCall read = reads.get(record.getKey());
      if (read != null) {
        acknowledged += record.getValue().stream().filter(RecordedCall::isCommitted).count();
        lost += lost(record.getValue(), read);
      } else if (!asked.contains(record.getKey()) && isInserted(record.getValue())) {
        unasked++;
      } else {
        unread++;
      }
    }
    return new LostWrites(acknowledged, lost, unread, unasked);
  }

  private static boolean isInserted(List<RecordedCall> writes) {
    return writes.stream().anyMatch(write -> write.op().equals("insert"));
  }

  private static RecordedCall later(RecordedCall one, RecordedCall other) {
    return other.invokedNs() >= one.invokedNs() ? other : one;
  }

  private static long lost(List<RecordedCall> writes, RecordedCall read) {
    Map<String, Long> lastSeen = new HashMap<>();
    for (RecordedCall write : writes) {
      if (write.isWithoutEffect()) {
        continue;
      }
      write
          .fields()
          .forEach(
              (field, value) -> {
                if (value.equals(read.fields().get(field))) {
                  // An unacknowledged write may take effect at any time.
                  long end = write.isCommitted() ? write.completedNs() : Long.MAX_VALUE;
                  lastSeen.merge(field, end, Math::max);
                }
              });
    }
    return writes.stream()
        .filter(RecordedCall::isCommitted)
        .filter(w -> isLost(w, lastSeen))
        .count();
  }

  private static boolean isLost(RecordedCall write, Map<String, Long> lastSeen) {
    return write.fields().keySet().stream()
        .anyMatch(field -> lastSeen.getOrDefault(field, Long.MIN_VALUE) < write.invokedNs());
  }
}
