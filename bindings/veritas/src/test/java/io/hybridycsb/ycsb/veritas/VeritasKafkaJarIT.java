package io.hybridycsb.ycsb.veritas;

class VeritasKafkaJarIT extends ShadedJarContract {
  VeritasKafkaJarIT() {
    super(VeritasKafkaClientTest.BINDING);
  }
}
