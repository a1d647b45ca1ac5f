package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunWarning;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KafkaProbeTest {
  @Test
  @Timeout(60)
  void aBrokerThatDoesNotAnswerIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    KafkaProbe probe =
        new KafkaProbe(
            () -> {
              never.await();
              return new TreeMap<>();
            },
            Duration.ofMillis(50));

    assertThat(probe.counts()).isEmpty();
    assertThat(probe.findings(new TreeMap<>(), 4).warnings())
        .containsExactly(RunWarning.Kind.BROKER_UNREAD.of());
  }

  @Test
  void aBrokerThatCannotBeAskedHasNoCounts() {
    KafkaProbe probe =
        new KafkaProbe(
            () -> {
              throw new IOException("it has ended");
            },
            Duration.ofSeconds(10));

    assertThat(probe.counts()).isEmpty();
  }

  @Test
  void whatABrokerTellsIsCounted() {
    TreeMap<String, Double> told = new TreeMap<>(Map.of("BytesInPerSec", 7.0));

    assertThat(new KafkaProbe(() -> told, Duration.ofSeconds(30)).counts()).isEqualTo(told);
  }

  @Test
  void requestsOfReadersAndWritersAreTold() {
    TreeMap<String, Double> counted =
        new TreeMap<>(
            Map.of(
                "MessagesInPerSec", 10.0,
                "BytesInPerSec", 200.0,
                "BytesOutPerSec", 800.0,
                "Produce", 8.0,
                "FetchConsumer", 36.0));

    assertThat(new KafkaProbe(TreeMap::new, Duration.ofSeconds(30)).findings(counted, 4).counters())
        .containsEntry("kafka produce requests", 8.0)
        .containsEntry("kafka fetch requests", 36.0)
        .containsEntry("kafka records read", 40.0);
  }
}
