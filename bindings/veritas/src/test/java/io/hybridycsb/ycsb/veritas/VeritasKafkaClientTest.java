package io.hybridycsb.ycsb.veritas;

class VeritasKafkaClientTest extends VeritasDbContract {
  static final TestedBinding BINDING =
      new TestedBinding(
          "veritas-kafka",
          VeritasKafkaClient.class.getName(),
          "local",
          FakeVeritas.Log.KAFKA,
          VeritasKafkaClient::new);

  VeritasKafkaClientTest() {
    super(BINDING);
  }
}
