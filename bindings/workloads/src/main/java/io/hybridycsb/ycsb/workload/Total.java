package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Invariant;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The total of the numbers in all records changes by what the committed transactions say. Where
 * records may be deleted, an absent one counts as 0, and what has become of its number is told.
 */
final class Total implements Invariant {
  private final CountedRecords contents;
  private final Tally tally;
  private final Optional<LongSupplier> captured;
  private long before;

  Total(CountedRecords contents, Tally tally) {
    this(contents, tally, Optional.empty());
  }

  private Total(CountedRecords contents, Tally tally, Optional<LongSupplier> captured) {
    this.contents = contents;
    this.tally = tally;
    this.captured = captured;
  }

  /**
   * That of records which transactions delete and make again.
   *
   * @param captured what deleted records had, as far as no other has got it
   */
  static Total ofRecordsThatMayBeAbsent(
      CountedRecords contents, Tally tally, LongSupplier captured) {
    return new Total(contents, tally, Optional.of(captured));
  }

  @Override
  public Map<String, Tally> tallies() {
    return Map.of("the total", tally);
  }

  @Override
  public void begin(Readers readers) {
    before = read(readers, "all records before the run");
    if (captured.isPresent() && before == 0) {
      throw Numbers.absent("every record", contents.tables().get(0));
    }
  }

  @Override
  public Finding check(Readers readers) {
    long after = read(readers, "all records after the run");
    long wrong = tally.wrongBy(after - before);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("TotalBefore", before);
    numbers.put("TotalAfter", after);
    captured.ifPresent(cash -> numbers.put("Captured", cash.getAsLong()));
    numbers.put("LeastExpected", before + tally.least());
    numbers.put("MostExpected", before + tally.most());
    return new Finding(numbers, wrong, "the total of all records is wrong by %,d".formatted(wrong));
  }

  private long read(Readers readers, String what) {
    LongAdder total = new LongAdder();
    List<Readers.Task> parts =
        Readers.Range.split(0, contents.count(), Readers.RECORDS_PER_TRANSACTION).stream()
            .map(
                part ->
                    new Readers.Task(
                        part.size(), session -> total.add(session.commit(all -> sum(all, part)))))
            .toList();
    readers.read(what, parts);
    return total.sum();
  }

  private long sum(Transaction transaction, Readers.Range part) {
    long sum = 0;
    for (String table : contents.tables()) {
      for (int record = part.from(); record < part.to(); record++) {
        String key = contents.key().apply(record);
        sum +=
            captured.isPresent()
                ? Numbers.find(transaction, table, key, contents.field()).orElse(0)
                : Numbers.read(transaction, table, key, contents.field());
      }
    }
    return sum;
  }
}
