package io.hybridycsb.ycsb.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Plan;
import io.hybridycsb.ycsb.workload.transactions.Tally;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionalWorkload;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.random.RandomGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB workload {@code multi} (Ruan et al., "Blockchains vs. distributed databases", SIGMOD 2021,
 * sections 5.3.1 and 5.3.2). A transaction has several operations on different records. Each reads
 * its record, or modifies it: reads it and writes it back. All records of a transaction have 1,000
 * bytes together, however many they are. A record counts in its first bytes how often it was
 * modified; the total of these counts is verified.
 */
public final class MultiOperation extends TransactionalWorkload {
  private static final String COUNT = "count";
  private static final String FILLER = "field0";
  private static final int COUNT_BYTES = 10;
  private static final int OPERATIONS_MAX = 100;

  private static final Property<Integer> OPERATIONS =
      Property.integer("multi.operations", 2, 1, OPERATIONS_MAX, "operations of a transaction");

  private static final Property<Integer> READS =
      Property.integer("multi.reads", 0, 0, 100, "how many of a hundred operations only read");

  private static final Property<Integer> BYTES =
      Property.integer(
          "multi.bytes", 1000, COUNT_BYTES, 1_000_000, "of all records of a transaction");

  private static final PropertySet ALL = PropertySet.of("multi.", MultiOperation.class);

  private String table;
  private RecordChooser records;
  private int operations;
  private int reads;
  private int recordBytes;

  public MultiOperation() {
    super("multi");
  }

  @Override
  protected Plan plan(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    int count = Recordcount.of(properties);
    table =
        properties.getProperty(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    operations = values.get(OPERATIONS);
    reads = values.get(READS);
    recordBytes = values.get(BYTES) / operations;
    records = Distribution.of(properties, count);
    if (recordBytes < COUNT_BYTES) {
      throw new IllegalArgumentException(
          "multi.bytes is %d, less than %d for each of the %d operations"
              .formatted(values.get(BYTES), COUNT_BYTES, operations));
    }
    if (operations > count) {
      throw new IllegalArgumentException(
          "multi.operations is %d, more than the %d records".formatted(operations, count));
    }
    CountedRecords contents =
        new CountedRecords(
            List.of(table), count, COUNT, MultiOperation::key, random -> record(0, random));
    Tally modifications = new Tally();
    return new Plan(
        List.of(new TransactionType("MULTI", 1, modifications, this::choose)),
        contents,
        new Total(contents, modifications),
        false);
  }

  private static String key(int record) {
    return "user" + record;
  }

  private Map<String, byte[]> record(long count, RandomGenerator random) {
    byte[] filler = new byte[recordBytes - COUNT_BYTES];
    random.nextBytes(filler);
    byte[] padded = "%010d".formatted(count).getBytes(US_ASCII);
    return filler.length == 0 ? Map.of(COUNT, padded) : Map.of(COUNT, padded, FILLER, filler);
  }

  /** One operation. */
  private record Operation(String key, boolean onlyReads) {}

  private Body choose(RandomGenerator random) {
    List<Operation> chosen =
        records.distinct(random, operations).stream()
            .map(record -> new Operation(key(record), random.nextInt(100) < reads))
            .toList();
    return transaction -> {
      long modified = 0;
      for (Operation operation : chosen) {
        long count = Numbers.read(transaction, table, operation.key(), COUNT);
        if (!operation.onlyReads()) {
          transaction.put(table, operation.key(), record(count + 1, random));
          modified++;
        }
      }
      return Effect.of(modified);
    };
  }
}
