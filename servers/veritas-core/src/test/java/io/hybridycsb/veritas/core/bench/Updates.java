package io.hybridycsb.veritas.core.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Updates of workload A: one field of 100 bytes of one of 10,000 records, which isn't read before.
 */
final class Updates {
  static final int KEYS = 10_000;
  private static final int FIELDS = 10;
  private static final String VALUE = "v".repeat(100);

  private Updates() {}

  static String key(long number) {
    return "user" + number % KEYS;
  }

  /** Of client 1, with the timestamps from {@code first}, signed at once. */
  static List<Transaction> signed(long first, int count) {
    return signed(first, count, Updates::merge);
  }

  /** The same, which insert the records. */
  static List<Transaction> signedInserts(long first, int count) {
    return signed(first, count, Updates::insert);
  }

  private static TestTransactions merge(long timestamp) {
    return TestTransactions.at(timestamp).merge(key(timestamp), "field0", VALUE);
  }

  private static TestTransactions insert(long timestamp) {
    Map<String, byte[]> fields = new TreeMap<>();
    for (int i = 0; i < FIELDS; i++) {
      fields.put("field" + i, VALUE.getBytes(US_ASCII));
    }
    return TestTransactions.at(timestamp)
        .write(key(timestamp), Write.Kind.PUT, Fields.encode(fields));
  }

  private static List<Transaction> signed(
      long first, int count, LongFunction<TestTransactions> of) {
    List<byte[]> bodies = new ArrayList<>(count);
    for (long timestamp = first; timestamp < first + count; timestamp++) {
      bodies.add(of.apply(timestamp).body().build().toByteArray());
    }
    return new BatchSigner(TestKeys.client(1), TestTransactions.CLUSTER).sign(bodies);
  }
}
