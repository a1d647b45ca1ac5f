package io.hybridycsb.ycsb.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FailureReasonsTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final FailureReasons reasons = new FailureReasons();

  @Test
  void aReasonIsToldOnce() {
    for (String reason : new String[] {"too large", "no node", "too large", "no node"}) {
      reasons.tell(reason, out);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("too large", "no node");
  }

  @Test
  void endlesslyManyReasonsDoNotFloodTheScreen() {
    for (int i = 0; i < 1000; i++) {
      reasons.tell("reason " + i, out);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .hasSize(21)
        .endsWith("further reasons are not shown");
  }
}
