package io.hybridycsb.sharedlog.kafka;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.tls.TlsFailures;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The shared log as a Kafka topic with one partition. A record of the log is a record of Kafka, its
 * position the offset. Appended means: written by all in-sync replicas (acks=all), once (idempotent
 * producer).
 */
public final class KafkaSharedLog implements SharedLog {
  private static final Duration CONNECT = Duration.ofSeconds(15);
  private static final int DELIVERY_TIMEOUT_MS = 30_000;
  private static final int FETCH_BYTES = 8 << 20;

  /** Where a node finds the brokers. */
  public static final Property<String> SERVERS =
      Property.text(
          "kafka.bootstrap.servers",
          "HOST:PORT,...",
          "127.0.0.1:9092",
          "brokers of the shared log");

  private final String description;
  private final int recordBytesMax;
  private final TopicPartition partition;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;

  private KafkaSharedLog(
      String servers, String topic, int recordBytesMax, Map<String, String> security) {
    this.description = "Kafka topic " + topic + " at " + servers;
    this.recordBytesMax = recordBytesMax;
    this.partition = new TopicPartition(topic, 0);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    this.consumer =
        new KafkaConsumer<>(with(security, consumerConfig(servers)), bytes, this::pauseAndTake);
    ByteArraySerializer out = new ByteArraySerializer();
    this.producer = new KafkaProducer<>(with(security, producerConfig(servers)), out, out);
  }

  /** As {@link #open(String, String, int, Map)}, by a node's settings. */
  public static KafkaSharedLog open(Settings settings, Property<String> topic, int recordBytesMax) {
    return open(
        settings.get(SERVERS),
        settings.get(topic),
        recordBytesMax,
        KafkaSecurity.of(settings::text));
  }

  /**
   * Opens the log.
   *
   * @param security connection properties of Kafka's clients; empty: plain connections
   * @throws LogException if Kafka can't be reached, or the topic isn't there or isn't one partition
   */
  public static KafkaSharedLog open(
      String servers, String topic, int recordBytesMax, Map<String, String> security) {
    boolean plain = KafkaSecurity.isPlain(security);
    if (plain && ListenerProbe.ask(servers) == ListenerProbe.Answer.TLS) {
      // Kafka's clients would read a TLS alert as an answer's length, and allocate that much
      // memory.
      throw new LogException(
          "Kafka at "
              + servers
              + " expects TLS: kafka.security.protocol=SSL is missing, and kafka.ssl.* to go with it");
    }
    KafkaSharedLog log;
    try {
      log = new KafkaSharedLog(servers, topic, recordBytesMax, security);
    } catch (KafkaException e) {
      throw new LogException(
          security.isEmpty()
              ? "kafka.bootstrap.servers is HOST:PORT[,HOST:PORT…] of a running Kafka, not "
                  + servers
                  + ": "
                  + e.getMessage()
              : "Kafka's clients refuse kafka.bootstrap.servers, kafka.security.protocol, kafka.ssl.* or kafka.sasl.*: "
                  + reason(e),
          e);
    }
    try {
      log.requireOnePartition(servers, plain);
      return log;
    } catch (LogException e) {
      log.close();
      throw e;
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    if (message.contains("JAAS config")) {
      // It quotes a word of the value, which may be the password.
      return "kafka.sasl.jaas.config is MODULE required NAME=\"VALUE\" ...;";
    }
    return (cause instanceof NoSuchFileException ? "no file " : "") + message;
  }

  private static Map<String, Object> with(
      Map<String, String> security, Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.putAll(security);
    return all;
  }

  private Map<String, Object> producerConfig(String servers) {
    return Map.ofEntries(
        Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
        Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
        Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
        Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0),
        Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10),
        Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, recordBytesMax + 4096),
        Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(64L << 20, 4L * recordBytesMax)),
        Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS),
        Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000),
        Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000L),
        // A producer that has forgotten where the topic is would make its caller wait.
        Map.entry(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Long.MAX_VALUE),
        Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L),
        Map.entry("enable.metrics.push", false));
  }

  private static Map<String, Object> consumerConfig(String servers) {
    return Map.ofEntries(
        Map.entry(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
        Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
        Map.entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"),
        Map.entry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false),
        Map.entry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 256),
        Map.entry(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500),
        Map.entry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES),
        Map.entry(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES),
        Map.entry(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L),
        Map.entry("enable.metrics.push", false));
  }

  private void requireOnePartition(String servers, boolean plain) {
    List<PartitionInfo> partitions;
    try {
      partitions = consumer.partitionsFor(partition.topic(), CONNECT);
    } catch (TimeoutException e) {
      String why =
          !plain && ListenerProbe.ask(servers) == ListenerProbe.Answer.PLAIN
              ? ": TLS was expected, but the other side doesn't speak it"
              : "";
      throw new LogException(
          description + " can't be reached within " + CONNECT.toSeconds() + " s" + why, e);
    } catch (KafkaException e) {
      String why = TlsFailures.explain(e).map(reason -> ": " + reason).orElse("");
      throw new LogException(description + " can't be used: " + e.getMessage() + why, e);
    }
    if (partitions == null || partitions.isEmpty()) {
      throw new LogException(description + " doesn't exist; create it with one partition");
    }
    if (partitions.size() != 1) {
      throw new LogException(
          description + " has " + partitions.size() + " partitions; the shared log needs one");
    }
    consumer.assign(List.of(partition));
  }

  @Override
  public CompletableFuture<Void> append(byte[] record) {
    CompletableFuture<Void> appended = new CompletableFuture<>();
    try {
      producer.send(
          new ProducerRecord<>(partition.topic(), partition.partition(), null, record),
          (metadata, failure) -> {
            if (failure == null) {
              appended.complete(null);
            } else {
              appended.completeExceptionally(failure);
            }
          });
    } catch (InterruptException e) {
      Thread.currentThread().interrupt();
      appended.completeExceptionally(e);
    } catch (KafkaException | IllegalStateException e) {
      appended.completeExceptionally(e);
    }
    return appended;
  }

  @Override
  public void seek(long position) {
    consumer.seek(partition, position);
  }

  @Override
  public List<LogEntry> poll(long timeoutMs) {
    try {
      consumer.resume(List.of(partition));
      List<LogEntry> entries = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(timeoutMs))) {
        entries.add(new LogEntry(record.offset(), bytesOf(record)));
      }
      return entries;
    } catch (WakeupException e) {
      return List.of();
    } catch (InterruptException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (OffsetOutOfRangeException e) {
      throw new LogException(
          description + " doesn't have position " + e.partitions() + "; is it the same log?", e);
    } catch (KafkaException | IllegalStateException e) {
      throw new LogException(description + " can't be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void wakeUp() {
    consumer.wakeup();
  }

  /**
   * Takes a record's value as it is, and keeps the consumer from fetching more before it returns
   * what it has. Such a fetch would be answered with the next record alone, however long the caller
   * then waits for more.
   */
  private byte[] pauseAndTake(String topic, byte[] value) {
    consumer.pause(List.of(partition));
    return value;
  }

  /** Anybody who may write to the topic can write a record without a value; it counts as empty. */
  private static byte[] bytesOf(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null ? new byte[0] : record.value();
  }

  @Override
  public long end() {
    try {
      return consumer.endOffsets(List.of(partition), CONNECT).get(partition);
    } catch (KafkaException | IllegalStateException e) {
      throw new LogException(description + " doesn't tell its end: " + e.getMessage(), e);
    }
  }

  @Override
  public int recordBytesMax() {
    return recordBytesMax;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(5)));
  }
}
