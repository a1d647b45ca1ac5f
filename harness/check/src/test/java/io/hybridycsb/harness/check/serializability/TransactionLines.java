package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.TestHistory;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A history's lines of transactions on one-letter keys: a2 is version 2 of a, a? one whose version
 * isn't known, and -a2 a delete.
 */
final class TransactionLines {
  private TransactionLines() {}

  /** A process of one thread, whose recording began at 0 ns. */
  static TestHistory of(String process) {
    return TestHistory.withHeader(
        """
        {"history":1,"process":"%s","machine":"m","threads":1,"begun_ns":0,"deletes":"marked"}"""
            .formatted(process));
  }

  /** A transaction of thread 0. */
  static String line(String id, String status, long from, long to, String reads, String writes) {
    return line(id, status, from, to, reads, writes, null);
  }

  /**
   * One that has also scanned the whole table.
   *
   * @param rows what it found; null if it hasn't
   */
  static String line(
      String id, String status, long from, long to, String reads, String writes, String rows) {
    String scans =
        rows == null
            ? ""
            : "{\"table\":\"t\",\"from\":\"\",\"rows\":[%s]}".formatted(versions(rows));
    return """
    {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"transaction","id":"%s","status":"%s",\
    "reads":[%s],"writes":[%s],"scans":[%s]}"""
        .formatted(from, to, id, status, versions(reads), versions(writes), scans);
  }

  private static String versions(String text) {
    return Arrays.stream(text.split(" "))
        .filter(one -> !one.isEmpty())
        .map(TransactionLines::version)
        .collect(Collectors.joining(","));
  }

  private static String version(String one) {
    boolean isDelete = one.startsWith("-");
    String name = isDelete ? one.substring(1) : one;
    String number = name.substring(1);
    return "{\"table\":\"t\",\"key\":\"%c\"%s%s}"
        .formatted(
            name.charAt(0),
            number.equals("?") ? "" : ",\"version\":" + number,
            isDelete ? ",\"deleted\":true" : "");
  }
}
