package io.hybridycsb.ycsb.veritas;

class VeritasTmVerificationTest extends VerificationContract {
  VeritasTmVerificationTest() {
    super(VeritasTmClientTest.BINDING);
  }
}
