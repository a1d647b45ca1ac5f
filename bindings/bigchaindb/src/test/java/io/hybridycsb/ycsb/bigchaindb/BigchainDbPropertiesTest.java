package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mapping;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mode;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class BigchainDbPropertiesTest {
  private static PropertySet.Values read(Map<String, String> values) {
    Properties properties = new Properties();
    properties.putAll(values);
    return BigchainDbProperties.ALL.read(properties);
  }

  @Test
  void onlyTheEndpointsMustBeGiven() {
    PropertySet.Values read = read(Map.of("bigchaindb.endpoints", "127.0.0.1:1, host_1:22"));

    assertThat(read.get(BigchainDbProperties.ENDPOINTS))
        .containsExactly("127.0.0.1:1", "host_1:22");
    assertThat(read.get(BigchainDbProperties.MODE)).isEqualTo(Mode.COMMIT);
    assertThat(read.get(BigchainDbProperties.MAPPING)).isEqualTo(Mapping.TRANSFER);
    assertThat(read.get(BigchainDbProperties.CONFIRM)).isTrue();
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
