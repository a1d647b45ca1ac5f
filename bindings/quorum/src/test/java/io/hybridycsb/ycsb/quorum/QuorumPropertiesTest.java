package io.hybridycsb.ycsb.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.quorum.client.Freshness;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class QuorumPropertiesTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void onlyTheClusterMustBeGiven() {
    QuorumProperties read = QuorumProperties.read(properties("quorum.cluster", "some.json"));

    assertThat(read.cluster()).hasToString("some.json");
    assertThat(read.read()).isEqualTo(Freshness.SESSION);
    assertThat(read.verify()).isEqualTo(QuorumProperties.Verify.OFF);
    assertThat(read.retries()).isEqualTo(3);
    assertThat(read.timeoutMs()).isEqualTo(30_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuorumProperties.read(properties()))
        .withMessageStartingWith("missing property quorum.cluster; valid are, with [defaults]: ");
  }

  @Test
  void allMistakesAreNamedAtOnceWithWhatIsValid() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                QuorumProperties.read(
                    properties(
                        "quorum.cluster",
                        "some.json",
                        "quorum.reed",
                        "x",
                        "quorum.verify",
                        "offline",
                        "quorum.retries",
                        "-1")))
        .withMessageStartingWith("unknown property quorum.reed, ")
        .withMessageContaining("quorum.verify is off|online, not \"offline\"")
        .withMessageContaining("quorum.retries is 0..1000, not \"-1\"");
  }
}
