package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.PropertySet;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class FabricPropertiesTest {
  private static Properties required() {
    Properties properties = new Properties();
    properties.put("fabric.peers", "127.0.0.1:7051, [::1]:7052");
    properties.put("fabric.msp", "Org1MSP");
    properties.put("fabric.cert", "cert.pem");
    properties.put("fabric.key", "key.pem");
    return properties;
  }

  @Test
  void defaultsSuitALocalNetworkWithoutTls() {
    PropertySet.Values properties = FabricProperties.read(required());

    assertThat(properties.get(FabricProperties.PEERS))
        .containsExactly("127.0.0.1:7051", "[::1]:7052");
    assertThat(properties.file(FabricProperties.TLS_CA)).isEmpty();
    assertThat(properties.get(FabricProperties.CHANNEL)).isEqualTo("ycsb");
    assertThat(properties.get(FabricProperties.CHAINCODE)).isEqualTo("kv");
    assertThat(properties.get(FabricProperties.COMMIT)).isEqualTo(FabricProperties.Commit.SYNC);
    assertThat(properties.get(FabricProperties.CERTIFICATE)).isEqualTo(Path.of("cert.pem"));
    assertThat(properties.get(FabricProperties.CONCURRENCY))
        .as("below a gateway's limit of 500")
        .isLessThan(500);
  }

  @Test
  void unknownMissingAndWrongPropertiesAreAllNamed() {
    Properties properties = required();
    properties.remove("fabric.msp");
    properties.put("fabric.peers", "a:b");
    properties.put("fabric.comit", "sync");
    properties.put("fabric.commit", "later");
    properties.put("fabric.concurrency", "0");

    assertThatThrownBy(() -> FabricProperties.read(properties))
        .hasMessageContaining("unknown property fabric.comit")
        .hasMessageContaining("missing property fabric.msp")
        .hasMessageContaining("fabric.peers is HOST:PORT,..., not \"a:b\"")
        .hasMessageContaining("fabric.commit is sync|async, not \"later\"")
        .hasMessageContaining("fabric.concurrency is 1..100000, not \"0\"");
  }

  @Test
  void phasesTakeAnOrdererAndCommitsThatAreAwaited() {
    Properties properties = required();
    properties.put("fabric.phases", "true");
    assertThatThrownBy(() -> FabricProperties.read(properties))
        .hasMessage("fabric.phases=true needs fabric.orderer=HOST:PORT, not \"\"");

    properties.put("fabric.orderer", "127.0.0.1:7050");
    assertThat(FabricProperties.read(properties).get(FabricProperties.PHASES)).isTrue();

    properties.put("fabric.commit", "async");
    assertThatThrownBy(() -> FabricProperties.read(properties))
        .hasMessageContaining("fabric.phases=true needs fabric.commit=sync");
  }
}
