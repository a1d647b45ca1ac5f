package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Invariant;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The total of the numbers in all records changes by what the committed transactions say. */
final class Total implements Invariant {
  private final CountedRecords contents;
  private final Tally tally;
  private long before;

  Total(CountedRecords contents, Tally tally) {
    this.contents = contents;
    this.tally = tally;
  }

  @Override
  public Map<String, Tally> tallies() {
    return Map.of("the total", tally);
  }

  @Override
  public void begin(Readers readers) {
    before = read(readers, "all records before the run");
  }

  @Override
  public Finding check(Readers readers) {
    long after = read(readers, "all records after the run");
    long wrong = tally.wrongBy(after - before);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("TotalBefore", before);
    numbers.put("TotalAfter", after);
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
        sum += Numbers.read(transaction, table, contents.key().apply(record), contents.field());
      }
    }
    return sum;
  }
}
