package io.hybridycsb.ycsb.immudb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ImmudbPropertiesTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void onlyTheAddressMustBeGiven() {
    ImmudbProperties read = ImmudbProperties.read(properties("immudb.address", "127.0.0.1:3322"));

    assertThat(read.server().address()).isEqualTo("127.0.0.1:3322");
    assertThat(read.server().database()).isEqualTo("defaultdb");
    assertThat(read.server().user()).isEqualTo("immudb");
    assertThat(read.server().timeoutMs()).isEqualTo(10_000);
    assertThat(read.state()).isEmpty();
    assertThat(read.verify()).isEqualTo(ImmudbProperties.Verify.OFF);
    assertThat(read.update()).isEqualTo(ImmudbProperties.Update.MERGE);
    assertThat(read.retries()).isEqualTo(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImmudbProperties.read(properties()))
        .withMessageStartingWith("missing property immudb.address; valid are, with [defaults]: ");
  }

  @Test
  void theStateIsKeptWhereItIsSaid() {
    assertThat(
            ImmudbProperties.read(
                    properties("immudb.address", "127.0.0.1:3322", "immudb.state", "some.json"))
                .state())
        .contains(Path.of("some.json"));
  }

  @Test
  void allMistakesAreNamedAtOnceWithWhatIsValidAndNoPasswordIsShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ImmudbProperties.read(
                    properties(
                        "immudb.adress", "127.0.0.1:3322",
                        "immudb.address", "here",
                        "immudb.password", "s3cret",
                        "immudb.verify", "offline",
                        "immudb.retries", "-1")))
        .withMessageStartingWith("unknown property immudb.adress, ")
        .withMessageContaining("immudb.address is HOST:PORT, not \"here\"")
        .withMessageContaining("immudb.verify is off|online, not \"offline\"")
        .withMessageContaining("immudb.retries is 0..1000, not \"-1\"")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
  }
}
