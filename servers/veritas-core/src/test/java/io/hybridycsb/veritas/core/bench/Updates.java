package io.hybridycsb.veritas.core.bench;

import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.BatchSigner;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Updates of workload A: one field of 100 bytes of one of 10,000 records, which isn't read before.
 */
final class Updates {
  static final int KEYS = 10_000;
  private static final String VALUE = "v".repeat(100);

  private Updates() {}

  static String key(long number) {
    return "user" + number % KEYS;
  }

  /** Of client 1, with the timestamps from {@code first}, signed at once. */
  static List<Transaction> signed(long first, int count) {
    List<byte[]> bodies = new ArrayList<>(count);
    for (long timestamp = first; timestamp < first + count; timestamp++) {
      bodies.add(
          TestTransactions.at(timestamp)
              .merge(key(timestamp), "field0", VALUE)
              .body()
              .build()
              .toByteArray());
    }
    return new BatchSigner(TestKeys.client(1), TestTransactions.CLUSTER).sign(bodies);
  }
}
