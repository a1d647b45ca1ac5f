package io.hybridycsb.harness.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * What happened for each update: messages, switches and the like, each of which takes CPU time
 * however little it carries. They are all those of the counted time, of reads too; docs/metrics.md
 * says what each is.
 *
 * @param per what they are divided by: {@link #UPDATE}, {@link #TRANSACTION} or {@link #OPERATION}
 * @param count how many of these were committed meanwhile
 * @param each the number of each kind of event for one of these, by name; without kinds that nobody
 *     has counted
 */
public record Events(String per, double count, SortedMap<String, Double> each) {
  public static final String UPDATE = "update";
  public static final String TRANSACTION = "transaction";

  /** Where nothing is written. */
  public static final String OPERATION = "operation";

  /** Of clients' writes and reads of the log. */
  public static final String BROKER_REQUESTS = "broker requests";

  /** Those of {@link #BROKER_REQUESTS} that read. */
  public static final String FETCHES = "log fetches";

  /** Written to the log. */
  public static final String RECORDS = "log records";

  public static final String CLIENT_FRAMES = Counters.CLIENT_FRAMES;
  public static final String REDIS_ROUND_TRIPS = Counters.REDIS_ROUND_TRIPS;
  public static final String SWITCHES_OF_SERVERS = "context switches of servers";
  public static final String SWITCHES_OF_CLIENTS = "context switches of clients";
  public static final String ALLOCATED = Counters.ALLOCATED;
  public static final String ALLOCATED_BY_SHARED_JVM = Counters.ALLOCATED_BY_SHARED_JVM;

  /** All kinds, in the order in which they are told. */
  public static final List<String> KINDS =
      List.of(
          BROKER_REQUESTS,
          FETCHES,
          RECORDS,
          CLIENT_FRAMES,
          REDIS_ROUND_TRIPS,
          SWITCHES_OF_SERVERS,
          SWITCHES_OF_CLIENTS,
          ALLOCATED,
          ALLOCATED_BY_SHARED_JVM);

  /** The known ones in one line, such as {@code 1.40 broker requests, of them 0.86 log fetches}. */
  public String inWords() {
    List<String> parts = new ArrayList<>();
    for (String kind : KINDS) {
      Double number = each.get(kind);
      if (number != null) {
        parts.add(
            switch (kind) {
              case ALLOCATED, ALLOCATED_BY_SHARED_JVM ->
                  number(number / 1000) + " " + kind.replaceFirst("bytes", "kB");
              case FETCHES -> "of them " + number(number) + " " + kind;
              default -> number(number) + " " + kind;
            });
      }
    }
    return String.join(", ", parts);
  }

  /** Three digits, where there are so many. */
  private static String number(double value) {
    String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
