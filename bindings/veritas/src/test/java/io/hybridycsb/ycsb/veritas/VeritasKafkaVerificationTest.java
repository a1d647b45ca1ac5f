package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import site.ycsb.DBException;

class VeritasKafkaVerificationTest extends VerificationContract {
  VeritasKafkaVerificationTest() {
    super(VeritasKafkaClientTest.BINDING);
  }

  @Test
  void blocksHaveNoTimeAndThereforeNoLimitOfTheirAge() {
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> client("veritas.age.max.s", "60"))
        .withMessageContaining("no age limit over Kafka: the nodes of cluster fake sign no time");
  }
}
