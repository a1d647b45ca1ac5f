package io.hybridycsb.ycsb.relational;

class RelationalKafkaJarIT extends RelationalTmJarIT {
  RelationalKafkaJarIT() {
    super("relational-kafka", RelationalKafkaClient.class);
  }
}
