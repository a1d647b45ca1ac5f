package io.hybridycsb.ycsb.relational;

import io.hybridycsb.ycsb.support.Terminator;

/**
 * YCSB binding {@code relational-kafka}: a relational database on each node, which executes the
 * transactions of a Kafka topic. Properties, operations and statuses are those of {@code
 * relational-tm}.
 */
public final class RelationalKafkaClient extends RelationalTmClient {
  public RelationalKafkaClient() {
    super("relational-kafka", Terminator.EXIT);
  }
}
