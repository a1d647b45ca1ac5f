package io.hybridycsb.ycsb.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import site.ycsb.ByteIterator;
import site.ycsb.StringByteIterator;

/** What tests of the bindings share. */
final class TestClients {
  private static final int PATIENCE_SECONDS = 120;

  private TestClients() {}

  /** Work of one of several threads. */
  interface Work {
    void of(int thread) throws Exception;
  }

  /** Runs work in several threads at once, to its end. */
  static void inThreads(int count, Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(count);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      all.add(
          pool.submit(
              () -> {
                work.of(thread);
                return null;
              }));
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    for (Future<?> one : all) {
      one.get();
    }
  }

  /** YCSB's values, from names and values in turn. */
  static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return StringByteIterator.getByteIteratorMap(values);
  }

  /** A transaction's fields, from names and values in turn. */
  static Map<String, byte[]> fields(String... namesAndValues) {
    Map<String, byte[]> fields = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], namesAndValues[i + 1].getBytes(UTF_8));
    }
    return fields;
  }

  static Map<String, String> texts(Map<String, byte[]> fields) {
    Map<String, String> texts = new HashMap<>();
    fields.forEach((name, value) -> texts.put(name, new String(value, UTF_8)));
    return texts;
  }
}
