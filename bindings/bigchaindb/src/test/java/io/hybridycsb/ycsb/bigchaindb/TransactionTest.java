package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransactionTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One for each line: a private key, and what a real BigchainDB 2.2.2 made of the transaction. */
  static Stream<JsonNode> accepted() throws Exception {
    try (InputStream in = TransactionTest.class.getResourceAsStream("accepted.jsonl")) {
      return JSON.readerFor(JsonNode.class).<JsonNode>readValues(in).readAll().stream();
    }
  }

  private static Map<String, Object> map(JsonNode object) {
    return JSON.convertValue(object, new TypeReference<Map<String, Object>>() {});
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void transactionsAreByteForByteThoseThatTheServerHasCommitted(JsonNode recorded) {
    JsonNode committed = recorded.get("transaction");
    byte[] privateKey = HexFormat.of().parseHex(recorded.get("private_key").asText());
    Owner owner = Owner.ofPrivateKey(privateKey);
    Map<String, Object> metadata = map(committed.get("metadata"));

    Transaction ours;
    if (committed.get("operation").asText().equals("CREATE")) {
      ours = Transaction.create(owner, map(committed.path("asset").path("data")), metadata);
    } else {
      JsonNode spent = committed.path("inputs").path(0).path("fulfills");
      ours =
          Transaction.transfer(
              owner,
              committed.path("asset").path("id").asText(),
              new Transaction.Output(
                  spent.get("transaction_id").asText(), spent.get("output_index").asInt()),
              metadata);
    }

    assertThat(ours.id()).isEqualTo(committed.get("id").asText());
    assertThat(ours.json()).isEqualTo(CanonicalJson.text(map(committed)));
  }

  @Test
  void whatIsRecordedHasEveryKindOfTransactionAndOfCharacter() throws Exception {
    List<JsonNode> all = accepted().toList();
    assertThat(all).hasSizeGreaterThanOrEqualTo(7);
    assertThat(all.toString())
        .contains("\"CREATE\"", "\"TRANSFER\"", "\"deleted\"", "\\u0001", "\ud83d\ude00", "漢字");
  }

  @Test
  void aPublicKeyIsThatOfRfc8032() {
    byte[] privateKey =
        HexFormat.of().parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    byte[] publicKey =
        HexFormat.of().parseHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");

    assertThat(Owner.ofPrivateKey(privateKey).publicKey()).isEqualTo(Base58.encode(publicKey));
  }

  @Test
  void everyRecordHasAnOwnerOfItsOwnThatOnlyTheSeedAndItsNameDecide() {
    Owner owner = Owner.ofRecord("seed", "table", "key");

    assertThat(Owner.ofRecord("seed", "table", "key").publicKey()).isEqualTo(owner.publicKey());
    assertThat(
            Stream.of(
                    Owner.ofRecord("seed2", "table", "key"),
                    Owner.ofRecord("seed", "table2", "key"),
                    Owner.ofRecord("seed", "table", "key2"),
                    Owner.ofRecord("seed", "tablek", "ey"))
                .map(Owner::publicKey))
        .doesNotContain(owner.publicKey())
        .doesNotHaveDuplicates();
  }

  @Test
  void base58KeepsLeadingZeroes() {
    assertThat(Base58.encode(new byte[] {0, 0, 1})).isEqualTo("112");
    assertThat(Base58.encode("Hello World!".getBytes(UTF_8))).isEqualTo("2NEpo7TZRRrLZSi2U");
  }
}
