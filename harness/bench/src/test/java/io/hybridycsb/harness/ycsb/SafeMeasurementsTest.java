package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

class SafeMeasurementsTest {
  private static final int THREADS = 8;
  private static final int DEADLINE_SECONDS = 30;
  private static final List<String> KINDS =
      IntStream.range(0, 50).mapToObj(i -> "KIND-" + i).toList();

  @TempDir Path folder;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void eachLogIsOpenedOnceWhenThreadsMeasureAKindAtOnceForTheFirstTime() throws Exception {
    Logged properties = new Logged(folder);

    measureAtOnce(new SafeMeasurements(properties));

    int withIntended = 2 * KINDS.size();
    assertThat(folder.toFile().list()).hasSize(withIntended);
    assertThat(properties.opened).hasValue(withIntended);
  }

  @Test
  void theWorkloadOfExperimentsMeasuresWithThem() {
    Measurements.setProperties(new Properties());

    new BenchWorkload();

    assertThat(Measurements.getMeasurements()).isInstanceOf(SafeMeasurements.class);
  }

  private void measureAtOnce(Measurements measurements) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      boolean reportsFirst = i % 2 == 0;
      ends.add(
          threads.submit(
              () -> {
                for (String kind : KINDS) {
                  start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                  if (reportsFirst) {
                    measurements.reportStatus(kind, Status.OK);
                  }
                  measurements.measure(kind, 1);
                  measurements.measureIntended(kind, 1);
                }
                return null;
              }));
    }
    for (Future<?> end : ends) {
      end.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Counts the logs that are opened: each time YCSB asks for their folder. */
  private static final class Logged extends Properties {
    private static final String FOLDER = "hdrhistogram.output.path";

    private final transient AtomicInteger opened = new AtomicInteger();

    Logged(Path folder) {
      setProperty("measurement.interval", "both");
      setProperty("hdrhistogram.fileoutput", "true");
      setProperty(FOLDER, folder + File.separator);
    }

    @Override
    public String getProperty(String key, String defaultValue) {
      if (key.equals(FOLDER)) {
        opened.incrementAndGet();
      }
      return super.getProperty(key, defaultValue);
    }
  }
}
