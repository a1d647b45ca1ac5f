package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ledger.database.HistoryRow;
import org.junit.jupiter.api.Test;

class ContentsTest {

  @Test
  void fieldsThatDifferAreNamedAndNullIsAsGoodAsNone() {
    assertThat(Contents.differences("{\"a\":1,\"b\":null}", "{\"a\":1.0}")).containsExactly("a");
    assertThat(Contents.differences("{\"a\":1,\"b\":null}", "{\"a\":1}")).isEmpty();
  }

  @Test
  void textsThatAreNoRecordsDiffer() {
    assertThat(Contents.differences("[", "{")).containsExactly("all of it");
    assertThat(Contents.differences("1", "{}")).containsExactly("all of it");
  }

  @Test
  void theLastByteOfTheLongestFieldCounts() {
    String field = "x".repeat(HistoryRow.BYTES_MAX - 20);

    assertThat(Contents.differences("{\"a\":\"" + field + "1\"}", "{\"a\":\"" + field + "2\"}"))
        .containsExactly("a");
  }
}
