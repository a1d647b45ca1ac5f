package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionResultTest {
  private static String detail(String detail) {
    return new TransactionResult(1, List.of(), List.of(), detail).detail();
  }

  @Test
  void aDetailIsCutBetweenCharacters() {
    assertThat(detail("x".repeat(501))).isEqualTo("x".repeat(500));
    assertThat(detail("x".repeat(499) + "\uD83D\uDE00")).isEqualTo("x".repeat(499));
    assertThat(detail("x".repeat(498) + "\uD83D\uDE00y"))
        .isEqualTo("x".repeat(498) + "\uD83D\uDE00");
  }
}
