package io.hybridycsb.ycsb.relational;

/**
 * YCSB binding {@code relational-kafka}: a relational database on each node, which executes the
 * transactions of a Kafka topic. Its properties are those of {@link RelationalProperties}, its
 * operations are described at {@link RelationalDb}.
 */
public final class RelationalKafkaClient extends RelationalDb {
  public RelationalKafkaClient() {
    super("relational-kafka");
  }
}
