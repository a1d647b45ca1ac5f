package io.hybridycsb.relational.node.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Vectors computed by another program, from the layout in {@link RowHash}. */
class RowHashTest {
  @Test
  void rowsHashAsTheirLayoutSays() {
    TreeMap<String, byte[]> fields = new TreeMap<>();
    assertThat(hash('+', "t", "k", 1, fields))
        .isEqualTo("57de1be3571771e5e85ef570326c730545b86382751748a1fb9524ea32418e2d");
    fields.put("b-c", new byte[0]);
    fields.put("a", "é".getBytes(StandardCharsets.UTF_8));
    assertThat(hash('-', "U_2", "ä €", 258, fields))
        .isEqualTo("13a2146ba7dc7c3b80319e88c4541d512a66a1689b97d75a3f119b77a28b8b52");
    fields.put("big", "x".repeat(1025).getBytes(StandardCharsets.UTF_8));
    assertThat(hash('+', "t", "k", -1, fields))
        .isEqualTo("9ba9cb0e68538c7f40d4d9fb109c3a03a747e4da560a1013469c1dd9c081dfe4");
  }

  private static String hash(
      char sign, String table, String key, long version, TreeMap<String, byte[]> fields) {
    return HexFormat.of().formatHex(RowHash.of(sign, table, key, version, fields));
  }
}
