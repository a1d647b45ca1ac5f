package io.hybridycsb.ycsb.veritas;

class VeritasTmClientTest extends VeritasDbContract {
  static final TestedBinding BINDING =
      new TestedBinding(
          "veritas-tm",
          VeritasTmClient.class.getName(),
          "session",
          FakeVeritas.Log.COMETBFT,
          VeritasTmClient::new);

  VeritasTmClientTest() {
    super(BINDING);
  }
}
