package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

class BenchWorkloadTest {
  private static final long RECORDS = 100;

  @Test
  void aRunIsAskedToEndWhenItsInputEndsAndNotBefore() throws Exception {
    Measurements.setProperties(new Properties());
    BenchWorkload workload = new BenchWorkload();
    PipedOutputStream input = new PipedOutputStream();

    workload.endWith(new PipedInputStream(input));
    input.write('x');
    assertThat(workload.isStopRequested()).isFalse();

    input.close();
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(workload::isStopRequested);
  }

  @Test
  void burstsTakeNoTarget() {
    Properties properties = properties();
    properties.setProperty(BenchWorkload.BURSTS, "true");
    properties.setProperty("target", "100");

    assertThatThrownBy(() -> new BenchWorkload().init(properties))
        .isInstanceOf(WorkloadException.class)
        .hasMessage("bursts=true takes no target: a burst follows when the last one is answered");
  }

  @Test
  void aRunInsertsFromTheNumberOnThatItIsGivenAndReadsWhatWasLoaded() throws Exception {
    Properties properties = properties();
    properties.setProperty(BenchWorkload.INSERT_FIRST, "5000000000");
    properties.setProperty("insertproportion", "0.5");
    properties.setProperty("readproportion", "0.5");
    properties.setProperty("updateproportion", "0");
    properties.setProperty("insertorder", "ordered");
    Measurements.setProperties(properties);
    BenchWorkload workload = new BenchWorkload();
    workload.init(properties);
    KeysDb db = new KeysDb();

    for (int i = 0; i < 100; i++) {
      workload.doTransaction(db, workload.initThread(properties, 0, 1));
    }

    assertThat(db.inserted).startsWith("user5000000000", "user5000000001");
    assertThat(db.read).isNotEmpty().allMatch(key -> key.length() < "user1000".length());
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("recordcount", Long.toString(RECORDS));
    properties.setProperty("operationcount", "100");
    properties.setProperty("requestdistribution", "uniform");
    return properties;
  }

  /** Remembers which records a workload asks for. */
  private static final class KeysDb extends DB {
    private final List<String> inserted = new ArrayList<>();
    private final List<String> read = new ArrayList<>();

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      inserted.add(key);
      return Status.OK;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      read.add(key);
      return Status.NOT_FOUND;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      throw new AssertionError("nothing is updated");
    }

    @Override
    public Status delete(String table, String key) {
      throw new AssertionError("nothing is deleted");
    }

    @Override
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      throw new AssertionError("nothing is scanned");
    }
  }
}
