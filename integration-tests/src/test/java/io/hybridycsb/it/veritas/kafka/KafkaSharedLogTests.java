package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.KafkaBrokersOf;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.SharedLogContract;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The shared log on real brokers; each test has a topic of its own. */
abstract class KafkaSharedLogTests extends SharedLogContract {
  private static final int RECORD_BYTES_MAX = 1 << 20;

  private final String topic = UUID.randomUUID().toString();
  private boolean created;

  abstract KafkaBrokersOf brokers();

  @Override
  protected SharedLog open() throws Exception {
    if (!created) {
      create();
      created = true;
    }
    return KafkaSharedLog.open(brokers().addresses(), topic, RECORD_BYTES_MAX, brokers().login());
  }

  /** Each fetch costs node and broker; so one brings all that has come since the last. */
  @Test
  void recordsAppendedBetweenTwoPollsComeTogether() throws Exception {
    try (SharedLog log = open()) {
      log.seek(0);
      for (int records : List.of(1, 20, 20)) {
        for (int i = 0; i < records; i++) {
          log.append(new byte[] {(byte) i}).get(2, TimeUnit.MINUTES);
        }
        assertThat(log.poll(TimeUnit.MINUTES.toMillis(2))).hasSize(records);
      }
    }
  }

  private void create() throws Exception {
    short replicas = (short) brokers().names().size();
    try (Admin admin = brokers().admin()) {
      admin.createTopics(List.of(new NewTopic(topic, 1, replicas))).all().get(2, TimeUnit.MINUTES);
      Awaitility.await("a broker knows its topic")
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> admin.listTopics().names().get().contains(topic));
    }
  }
}
