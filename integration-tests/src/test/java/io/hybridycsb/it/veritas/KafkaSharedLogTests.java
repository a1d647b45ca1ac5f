package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.SharedLogContract;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The shared log on a broker; each test has a topic of its own. */
abstract class KafkaSharedLogTests extends SharedLogContract {
  private static final int RECORD_BYTES_MAX = 1 << 20;

  private final String topic = UUID.randomUUID().toString();
  private boolean created;

  /** The broker's address. */
  abstract String broker();

  /** How Kafka's clients log in there. */
  abstract Map<String, String> login();

  @Override
  protected SharedLog open() throws Exception {
    if (!created) {
      create(broker());
      created = true;
    }
    return KafkaSharedLog.open(broker(), topic, RECORD_BYTES_MAX, login());
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

  private void create(String broker) throws Exception {
    Map<String, Object> connection = new HashMap<>(login());
    connection.put("bootstrap.servers", broker);
    try (Admin admin = Admin.create(connection)) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(2, TimeUnit.MINUTES);
      Awaitility.await("the broker knows its topic")
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> admin.listTopics().names().get().contains(topic));
    }
  }
}
