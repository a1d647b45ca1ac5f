package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.workload.transactions.Population;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Records that each hold one number.
 *
 * @param tables that each have a record of every key
 * @param count of keys
 * @param field that holds the number
 * @param key by the record's number, from 0 to before {@code count}
 * @param newRecord the fields of a record before the first run
 */
record CountedRecords(
    List<String> tables,
    int count,
    String field,
    IntFunction<String> key,
    Function<RandomGenerator, Map<String, byte[]>> newRecord)
    implements Population {

  @Override
  public int inserts() {
    return count;
  }

  @Override
  public List<NewRecord> records(int insert, RandomGenerator random) {
    return tables.stream()
        .map(table -> new NewRecord(table, key.apply(insert), newRecord.apply(random)))
        .toList();
  }
}
