package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VeritasTmVerificationTest extends VerificationContract {
  VeritasTmVerificationTest() {
    super(VeritasTmClientTest.BINDING);
  }

  /** Its only validator's clock stands at 1970. */
  @Test
  void aReadIsShownNoOldBlock() throws Exception {
    VeritasDb client = client("veritas.verify", "read", "veritas.age.max.s", "60");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Statuses.VERIFICATION_FAILED);
  }
}
