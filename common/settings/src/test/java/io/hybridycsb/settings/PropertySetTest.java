package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PropertySetTest {
  private enum Mode {
    SYNC,
    ASYNC
  }

  private static final Property<Path> FILE = Property.requiredFile("sut.file", "a file");
  private static final Property<Mode> MODE = Property.choice("sut.mode", Mode.SYNC, "a mode");
  private static final Property<Integer> TRIES = Property.integer("sut.tries", 3, 0, 9, "tries");
  private static final Property<String> NODE = Property.text("sut.node", "NAME", "", "a node");
  private static final PropertySet SET = new PropertySet("sut.", List.of(FILE, MODE, TRIES, NODE));

  private static final String VALID =
      "sut.file=FILE (required), sut.mode=sync|async [sync], sut.node=NAME [none], "
          + "sut.tries=0..9 [3]";

  @Test
  void aPropertyMayStandForSeveralNames() {
    Property<String> numbered = Property.text("shard#.rpc", "URL", "", "where shards are");
    Property<String> open = Property.text("node.*", "text", "", "what nodes have");

    assertThat(List.of("shard1.rpc", "shard120.rpc")).allMatch(numbered::covers);
    assertThat(List.of("shard0.rpc", "shard.rpc", "shard1xrpc")).noneMatch(numbered::covers);
    assertThat(List.of("node.name", "node.a.b")).allMatch(open::covers);
    assertThat(List.of("node.", "node", "nodes.name")).noneMatch(open::covers);
    assertThat(NODE.covers("sut.node")).isTrue();
    assertThat(NODE.covers("sut.nodes")).isFalse();
  }

  @Test
  void whatIsNotGivenHasItsDefault() {
    PropertySet.Values values = SET.read(properties("sut.file", "a.json"));
    assertThat(values.get(FILE)).isEqualTo(Path.of("a.json"));
    assertThat(values.get(MODE)).isEqualTo(Mode.SYNC);
    assertThat(values.get(TRIES)).isEqualTo(3);
    assertThat(values.get(NODE)).isEmpty();
  }

  @Test
  void whatIsGivenHasItsTypeAndMayStandBetweenBlanks() {
    PropertySet.Values values =
        SET.read(properties("sut.file", "a", "sut.mode", " async ", "sut.tries", "9"));
    assertThat(values.get(MODE)).isEqualTo(Mode.ASYNC);
    assertThat(values.get(TRIES)).isEqualTo(9);
  }

  @Test
  void propertiesOfOthersAreNoneOfItsBusiness() {
    SET.read(properties("sut.file", "a", "recordcount", "7", "sutton.x", "1"));
  }

  @Test
  void valuesFromAPropertiesDefaultsCountToo() {
    Properties outer = new Properties(properties("sut.file", "a", "sut.tries", "5"));
    assertThat(SET.read(outer).get(TRIES)).isEqualTo(5);
  }

  @Test
  void allMistakesAreToldInOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SET.read(
                    properties(
                        "sut.x", "1", "sut.mode", "SYNC", "sut.tries", "10", "sut.a", "two")))
        .withMessage(
            "unknown property sut.a, unknown property sut.x, missing property sut.file, "
                + "sut.mode is sync|async, not \"SYNC\", sut.tries is 0..9, not \"10\"; "
                + "valid are, with [defaults]: "
                + VALID);
  }

  @Test
  void textWhereANumberIsExpectedIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SET.read(properties("sut.file", "a", "sut.tries", "many")))
        .withMessageStartingWith("sut.tries is 0..9, not \"many\"");
  }

  @Test
  void aFileThatNeedNotBeGivenIsThereOnlyIfItHasAName() {
    Property<String> state = Property.text("sut.state", "FILE", "", "a file");
    PropertySet set = new PropertySet("sut.", List.of(state));

    assertThat(set.read(properties()).file(state)).isEmpty();
    assertThat(set.read(properties("sut.state", " ")).file(state)).isEmpty();
    assertThat(set.read(properties("sut.state", "a")).file(state)).contains(Path.of("a"));
  }

  @Test
  void addressesAreHostsOfAnyNameWithPorts() {
    Property<List<String>> addresses = Property.requiredAddresses("sut.nodes", "nodes");
    PropertySet set = new PropertySet("sut.", List.of(addresses));
    assertThat(
            set.read(properties("sut.nodes", "127.0.0.1:1, etcd_1:2379,a-b.c:65535,[::1]:2"))
                .get(addresses))
        .containsExactly("127.0.0.1:1", "etcd_1:2379", "a-b.c:65535", "[::1]:2");
    for (String wrong :
        new String[] {
          "", "a", "a:", ":1", "a:0", "a:1,", "a:1,,b:2", "http://a:1", "a:1/x", "u@a:1", "a b:1"
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> set.read(properties("sut.nodes", wrong)))
          .withMessageStartingWith("sut.nodes is HOST:PORT,..., not \"" + wrong + "\"");
    }
  }

  @Test
  void aDecimalIsANumberWithinItsBounds() {
    Property<Double> theta = Property.of("sut.theta", Form.decimal(0, 10), "0.99", "theta");
    PropertySet set = new PropertySet("sut.", List.of(theta));
    assertThat(set.read(properties()).get(theta)).isEqualTo(0.99);
    assertThat(set.read(properties("sut.theta", "1")).get(theta)).isEqualTo(1);
    for (String wrong : List.of("-0.1", "10.5", "NaN", "much")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> set.read(properties("sut.theta", wrong)))
          .withMessageStartingWith("sut.theta is 0.0..10.0, not \"" + wrong + "\"");
    }
  }

  /** Whose constants are declared. */
  private static final class Declared {
    static final Property<Integer> RETRIES = Property.integer("sut.retries", 3, 0, 9, "retries");

    private static final Property<String> OTHER =
        Property.text("other.name", "NAME", "", "of another program");
  }

  @Test
  void aSetIsOfTheConstantsOfClassesWithItsPrefix() {
    PropertySet set = PropertySet.of("sut.", Declared.class, PropertySetTest.class);

    PropertySet.Values values = set.read(properties("sut.file", "a", "other.name", "b"));
    assertThat(values.get(Declared.RETRIES)).isEqualTo(3);
    assertThat(values.get(TRIES)).isEqualTo(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> values.get(Declared.OTHER))
        .withMessage("other.name is not of this set");
  }

  @Test
  void aSetMayHaveOneMoreProperty() {
    Property<Integer> more = Property.integer("sut.more", 1, 0, 9, "more");

    assertThat(SET.with(more).read(properties("sut.file", "a", "sut.more", "2")).get(more))
        .isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SET.read(properties("sut.file", "a", "sut.more", "2")))
        .withMessageStartingWith("unknown property sut.more");
  }

  /** Gathers its constants before it has them all. */
  private static final class TooEarly {
    static final List<Property<?>> ALL = Property.declaredIn(TooEarly.class);
    static final Property<String> LATE = Property.text("sut.late", "NAME", "", "late");
  }

  @Test
  void aConstantThatIsDeclaredAfterItsListIsAnError() {
    assertThatThrownBy(() -> TooEarly.ALL.size())
        .isInstanceOf(ExceptionInInitializerError.class)
        .hasRootCauseInstanceOf(NullPointerException.class)
        .rootCause()
        .hasMessageContaining("TooEarly.LATE comes too late");
  }

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}
