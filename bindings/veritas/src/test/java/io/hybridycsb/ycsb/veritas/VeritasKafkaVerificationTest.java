package io.hybridycsb.ycsb.veritas;

class VeritasKafkaVerificationTest extends VerificationContract {
  VeritasKafkaVerificationTest() {
    super(VeritasKafkaClientTest.BINDING);
  }
}
