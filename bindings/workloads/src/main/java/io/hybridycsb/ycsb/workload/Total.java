package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Transaction;
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
    List<Part> parts =
        Readers.Range.split(0, contents.count(), Readers.RECORDS_PER_TRANSACTION).stream()
            .map(range -> new Part(range, total))
            .toList();
    readers.read(what, parts);
    return total.sum();
  }

  private final class Part implements Readers.Task {
    private final Readers.Range range;
    private final LongAdder total;

    Part(Readers.Range range, LongAdder total) {
      this.range = range;
      this.total = total;
    }

    @Override
    public int records() {
      return range.size();
    }

    @Override
    public void read(Readers.Session session) {
      total.add(session.commit(this::sum));
    }

    private long sum(Transaction transaction) {
      long sum = 0;
      for (String table : contents.tables()) {
        for (int record = range.from(); record < range.to(); record++) {
          sum += Numbers.read(transaction, table, contents.key().apply(record), contents.field());
        }
      }
      return sum;
    }
  }
}
