package io.hybridycsb.ycsb.veritas;

class VeritasTmJarIT extends ShadedJarContract {
  VeritasTmJarIT() {
    super(VeritasTmClientTest.BINDING);
  }
}
