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

  /** As far as PostgreSQL goes. */
  @Test
  void whatIsDeepOrLongIsComparedToo() {
    String deep = "[".repeat(9_000) + "%s" + "]".repeat(9_000);
    String digits = "9".repeat(140_000);
    String name = "n".repeat(60_000);

    assertThat(Contents.differences(nested(deep, "1", ",\"b\":null"), nested(deep, "1", "")))
        .isEmpty();
    assertThat(Contents.differences(nested(deep, "1", ""), nested(deep, "2", "")))
        .containsExactly("a");
    assertThat(Contents.differences(nested(digits, "", ",\"b\":null"), nested(digits, "", "")))
        .isEmpty();
    assertThat(
            Contents.differences(
                nested("{\"" + name + "\":1}", "", ",\"b\":null"),
                nested("{\"" + name + "\":1}", "", "")))
        .isEmpty();
  }

  private static String nested(String value, String inner, String more) {
    return "{\"a\":" + value.replace("%s", inner) + more + "}";
  }

  @Test
  void theLastByteOfTheLongestFieldCounts() {
    String field = "x".repeat(HistoryRow.BYTES_MAX - 20);

    assertThat(Contents.differences("{\"a\":\"" + field + "1\"}", "{\"a\":\"" + field + "2\"}"))
        .containsExactly("a");
  }
}
