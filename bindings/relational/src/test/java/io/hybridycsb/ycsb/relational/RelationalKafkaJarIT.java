package io.hybridycsb.ycsb.relational;

class RelationalKafkaJarIT extends RelationalJarContract {
  RelationalKafkaJarIT() {
    super("relational-kafka", RelationalKafkaClient.class);
  }
}
