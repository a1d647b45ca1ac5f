package io.hybridycsb.it.veritas;

import io.hybridycsb.it.QuickstartTests;

class VeritasKafkaQuickstartIT extends QuickstartTests {
  VeritasKafkaQuickstartIT() {
    super("veritas-kafka");
  }
}
