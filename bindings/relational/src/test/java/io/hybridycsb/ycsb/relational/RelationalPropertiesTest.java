package io.hybridycsb.ycsb.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class RelationalPropertiesTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void theClusterMustBeGivenAndTheRestNeedNot() {
    RelationalProperties read =
        RelationalProperties.read(
            properties(
                "relational.nodes", "127.0.0.1:7001, node_2:7001",
                "relational.cluster", "shop",
                "relational.key", "client.key"));

    assertThat(read.client().nodes()).containsExactly("127.0.0.1:7001", "node_2:7001");
    assertThat(read.client().cluster()).isEqualTo("shop");
    assertThat(read.client().reads()).isEqualTo(ReadLevel.LOCAL);
    assertThat(read.client().timeoutMs()).isEqualTo(10_000);
    assertThat(read.commit()).isEqualTo(RelationalProperties.Commit.SYNC);
  }

  @Test
  void allMistakesAreNamedAtOnceWithWhatIsValid() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RelationalProperties.read(
                    properties(
                        "relational.nodes", "localhost",
                        "relational.key", "client.key",
                        "relational.reed", "local",
                        "relational.read", "dirty")))
        .withMessageContaining("unknown property relational.reed")
        .withMessageContaining("missing property relational.cluster")
        .withMessageContaining("relational.nodes is HOST:PORT,..., not \"localhost\"")
        .withMessageContaining("relational.read is local|ordered, not \"dirty\"")
        .withMessageContaining("relational.commit=sync|async [sync]");
  }
}
