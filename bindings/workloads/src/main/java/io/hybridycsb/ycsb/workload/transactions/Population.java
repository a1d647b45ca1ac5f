package io.hybridycsb.ycsb.workload.transactions;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The records that a load inserts. */
public interface Population {

  /**
   * A record to insert.
   *
   * @param fields by their names
   */
  record NewRecord(String table, String key, Map<String, byte[]> fields) {}

  /** How many times YCSB inserts. */
  int inserts();

  /**
   * What one insert consists of. Several threads ask.
   *
   * @param insert from 0 to before {@link #inserts}
   */
  List<NewRecord> records(int insert, RandomGenerator random);
}
