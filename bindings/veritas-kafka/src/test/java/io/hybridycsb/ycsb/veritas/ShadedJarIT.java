package io.hybridycsb.ycsb.veritas;

class ShadedJarIT extends ShadedJarContract {
  ShadedJarIT() {
    super(VeritasKafkaClientTest.BINDING);
  }
}
