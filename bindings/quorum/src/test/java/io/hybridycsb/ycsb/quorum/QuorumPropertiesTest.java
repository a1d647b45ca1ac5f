package io.hybridycsb.ycsb.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.quorum.client.Freshness;
import io.hybridycsb.quorum.client.ReadPolicy;
import io.hybridycsb.verification.AgeLimit;
import java.nio.file.Path;
import java.util.Optional;
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
    assertThat(read.reads()).isEqualTo(ReadPolicy.SESSION);
    assertThat(read.verify()).isEqualTo(QuorumProperties.Verify.OFF);
    assertThat(read.retries()).isEqualTo(3);
    assertThat(read.timeoutMs()).isEqualTo(30_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuorumProperties.read(properties()))
        .withMessageStartingWith("missing property quorum.cluster; valid are, with [defaults]: ");
  }

  @Test
  void whatReadsMustBeIsHandedToTheClient() {
    QuorumProperties read =
        QuorumProperties.read(
            properties(
                "quorum.cluster",
                "some.json",
                "quorum.read",
                "linearizable",
                "quorum.state",
                "seen",
                "quorum.age.max.s",
                "30"));

    assertThat(read.reads())
        .isEqualTo(
            new ReadPolicy(
                Freshness.LINEARIZABLE, Optional.of(Path.of("seen")), AgeLimit.ofSeconds(30)));
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
