package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;

class VeritasKafkaVerificationTest extends VerificationContract {
  VeritasKafkaVerificationTest() {
    super(VeritasKafkaClientTest.BINDING);
  }

  /** It waits a little only for what never comes, and connects as often as a busy machine needs. */
  private VeritasDb hasty(String batch) throws Exception {
    VeritasDb patient = client();
    patient.insert(TABLE, "user1", values(Map.of("a", "1")));
    patient.cleanup();
    clients.remove(patient);
    while (true) {
      try {
        return client(
            "veritas.verify", "batch", "veritas.verify.batch", batch, "veritas.timeout.ms", "600");
      } catch (DBException e) {
        assertThat(e).hasMessageContaining("answered within");
      }
    }
  }

  @Test
  void aBatchWhoseProofNeverComesIsGivenUpAndReadsGoOn() throws Exception {
    VeritasDb client = hasty("1");
    veritas.withholdProofs(5);
    for (int i = 0; i < 5; i++) {
      assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
    }
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertCleanupFails(client, "1 of a thread's reads are not verified: no answer");
  }

  @Test
  void aProofThatIsLateAtTheEndIsAskedForAgain() throws Exception {
    VeritasDb client = hasty("3");
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    veritas.withholdProofs(1);
    client.cleanup();
    clients.remove(client);
    assertThat(ends).isEmpty();
  }
}
