package io.hybridycsb.ycsb.veritas;

class ShadedJarIT extends ShadedJarContract {
  ShadedJarIT() {
    super(VeritasTmClientTest.BINDING);
  }
}
