package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mapping;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mode;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class BigchainDbPropertiesTest {
  private static BigchainDbProperties read(Map<String, String> values) {
    Properties properties = new Properties();
    properties.putAll(values);
    return BigchainDbProperties.read(properties);
  }

  @Test
  void onlyTheEndpointsMustBeGiven() {
    BigchainDbProperties read = read(Map.of("bigchaindb.endpoints", "127.0.0.1:1, host_1:22"));

    assertThat(read.endpoints()).containsExactly("127.0.0.1:1", "host_1:22");
    assertThat(read.mode()).isEqualTo(Mode.COMMIT);
    assertThat(read.mapping()).isEqualTo(Mapping.TRANSFER);
    assertThat(read.confirm()).isTrue();
    assertThatThrownBy(() -> read(Map.of()))
        .hasMessageStartingWith("missing property bigchaindb.endpoints; valid are");
  }

  @Test
  void badValuesAreNamedWithWhatIsExpected() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "bigchaindb.endpoints", "http://host:1",
                        "bigchaindb.mode", "later",
                        "bigchaindb.confirm", "yes")))
        .hasMessageContaining("bigchaindb.endpoints is HOST:PORT,..., not \"http://host:1\"")
        .hasMessageContaining("bigchaindb.mode is async|sync|commit, not \"later\"")
        .hasMessageContaining("bigchaindb.confirm is true|false, not \"yes\"");
  }
}
