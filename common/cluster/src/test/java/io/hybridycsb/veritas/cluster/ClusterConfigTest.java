package io.hybridycsb.veritas.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterConfigTest {
  private static final String KEY =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
  private static final String GOOD =
      """
      {"cluster": "c1", "system": "veritas-kafka", "approvalPolicy": "all",
       "timestampOracle": "127.0.0.1:7001",
       "nodes": [{"name": "node1", "address": "127.0.0.1:7002", "publicKey": "KEY"},
                 {"name": "node2", "address": "127.0.0.1:7003", "publicKey": "KEY"},
                 {"name": "node3", "address": "127.0.0.1:7004", "publicKey": "KEY"},
                 {"name": "node4", "address": "127.0.0.1:7005", "publicKey": "KEY"}],
       "clients": [{"name": "client", "publicKey": "KEY"}]}
      """
          .replace("KEY", KEY);

  @TempDir private Path dir;

  @Test
  void aGoodFileIsReadWhole() throws Exception {
    ClusterConfig config = ClusterConfig.read(file(GOOD));
    assertThat(config.cluster()).isEqualTo("c1");
    assertThat(config.timestampOracle()).isEqualTo("127.0.0.1:7001");
    assertThat(config.nodes()).hasSize(4);
    assertThat(config.node("node2").orElseThrow().address()).isEqualTo("127.0.0.1:7003");
    assertThat(config.node("node2").orElseThrow().publicKey()).hasSize(32).startsWith(0xd7, 0x5a);
    assertThat(config.node("node9")).isEmpty();
    assertThat(config.clients()).singleElement().matches(c -> c.address().isEmpty());
  }

  @Test
  void aNodeIsFoundByItsNameAndByItsNumber() throws Exception {
    ClusterConfig config = ClusterConfig.read(file(GOOD));
    assertThat(config.indexOf("node3")).isEqualTo(2);
    assertThat(config.indexOf("3")).isEqualTo(2);
    for (String other : new String[] {"", "0", "5", "03", "-1", "node", "node5"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> config.indexOf(other))
          .withMessage(
              "no node '%s'; there are node1, node2, node3, node4, or by number 1 to 4"
                  .formatted(other));
    }
  }

  @Test
  void allNeedsEveryVoteAndMajorityMoreThanHalf() throws Exception {
    assertThat(ClusterConfig.read(file(GOOD)).votesNeeded()).isEqualTo(4);
    String majority = GOOD.replace("\"all\"", "\"majority\"");
    assertThat(ClusterConfig.read(file(majority)).votesNeeded()).isEqualTo(3);
    String unsaid = GOOD.replace("\"approvalPolicy\": \"all\",", "");
    assertThat(ClusterConfig.read(file(unsaid)).votesNeeded()).isEqualTo(4);
  }

  @Test
  void limitsCanBeGivenForAllNodes() throws Exception {
    assertThat(ClusterConfig.read(file(GOOD)).limits()).isEmpty();
    String limits =
        "{\"record.bytes.max\": 5, \"transaction.operations.max\": 7,"
            + " \"state.value.bytes.max\": 9}";
    assertThat(ClusterConfig.read(file(withLimits(limits))).limits())
        .containsOnly(
            Map.entry("record.bytes.max", 5L),
            Map.entry("transaction.operations.max", 7L),
            Map.entry("state.value.bytes.max", 9L));
    for (String wrong :
        new String[] {"{\"block.bytes.max\": 5}", "{\"record.bytes.max\": \"5\"}"}) {
      assertWrong(
          withLimits(wrong),
          "\"limits\" has numbers for record.bytes.max, transaction.operations.max,"
              + " state.value.bytes.max");
    }
  }

  private static String withLimits(String limits) {
    return GOOD.replace("\"cluster\"", "\"limits\": " + limits + ", \"cluster\"");
  }

  @Test
  void anAbsentFileIsNamed() {
    Path absent = dir.resolve("absent.json");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterConfig.read(absent))
        .withMessage("no cluster file " + absent);
  }

  @Test
  void whatIsNoJsonIsNamedInOneLine() throws Exception {
    for (String content : new String[] {"{", "nodes: 4", "{\"cluster\": }", "\0\1"}) {
      Path file = file(content);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ClusterConfig.read(file))
          .withMessageStartingWith(file + " is not JSON: ")
          .extracting(Throwable::getMessage)
          .asString()
          .doesNotContain("\n");
    }
  }

  @Test
  void anUnknownPolicyIsAnError() throws Exception {
    assertWrong(
        GOOD.replace("\"all\"", "\"most\""),
        "approvalPolicy is \"all\" or \"majority\", not \"most\"");
  }

  @Test
  void aClusterHasNodes() throws Exception {
    assertWrong("", "\"nodes\" lists at least one node");
    assertWrong("{}", "\"nodes\" lists at least one node");
    assertWrong("[1]", "\"nodes\" lists at least one node");
    assertWrong("{\"nodes\": 7}", "\"nodes\" lists at least one node");
  }

  @Test
  void everyTextIsNeeded() throws Exception {
    for (String field : new String[] {"cluster", "name", "address"}) {
      String missing = GOOD.replace("\"" + field + "\"", "\"other\"");
      assertWrong(missing, "a text \"" + field + "\" is expected");
    }
    assertWrong(GOOD.replace("\"127.0.0.1:7001\"", "7"), "a text \"timestampOracle\" is expected");
    assertWrong(GOOD.replace("\"c1\"", "7"), "a text \"cluster\" is expected");
    assertWrong(GOOD.replace("\"c1\"", "\" \""), "a text \"cluster\" is expected");
  }

  @Test
  void aClusterThatNeedsATimestampOracleSaysSo() throws Exception {
    ClusterConfig none = ClusterConfig.read(file(GOOD.replace("\"timestampOracle\"", "\"other\"")));
    assertThat(none.timestampOracle()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(none::requireTimestampOracle)
        .withMessage("cluster.json: a text \"timestampOracle\" is expected");
  }

  /** Names stand on lines of their own in what is signed. */
  @Test
  void aNameHasNoLineBreak() throws Exception {
    assertWrong(
        GOOD.replace("\"c1\"", "\"c1\\nnode1\""),
        "the text \"cluster\" must have no control characters");
    assertWrong(
        GOOD.replace("\"node1\"", "\"node\\n1\""),
        "the text \"name\" must have no control characters");
  }

  @Test
  void aMembersKeyHasTheLengthOfAKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Member("node1", "127.0.0.1:1", new byte[33]))
        .withMessage("a public key has 32 bytes, not 33");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValidatorSet.Validator("validator1", new byte[31], 1))
        .withMessage("a public key has 32 bytes, not 31");
  }

  @Test
  void twoNodesHaveTwoNames() throws Exception {
    assertWrong(GOOD.replace("node2", "node1"), "\"nodes\" names node1 twice");
  }

  @Test
  void aPublicKeyHas64HexDigits() throws Exception {
    for (String wrong : new String[] {KEY + "00", KEY.substring(2), "xy", KEY.replace('a', 'g')}) {
      assertWrong(GOOD.replace(KEY, wrong), "\"publicKey\" has 64 hex digits, not " + wrong);
    }
  }

  /** By another one, signatures could be right on one node and wrong on another. */
  @Test
  void aPublicKeyIsAPointOfThePrimeOrderGroup() throws Exception {
    String point = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a";
    assertWrong(
        GOOD.replace(KEY, point),
        "a public key is a point of Ed25519's prime-order group, which "
            + point
            + " is not; make a new key pair");
  }

  private void assertWrong(String content, String message) throws IOException {
    Path file = file(content);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterConfig.read(file))
        .withMessage(file + ": " + message);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(dir.resolve("cluster.json"), content);
  }
}
