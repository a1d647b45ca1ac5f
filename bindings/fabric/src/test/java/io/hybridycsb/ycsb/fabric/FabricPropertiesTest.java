package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    FabricProperties properties = FabricProperties.read(required());

    assertThat(properties.peers()).containsExactly("127.0.0.1:7051", "[::1]:7052");
    assertThat(properties.tlsCa()).isEmpty();
    assertThat(properties.channel()).isEqualTo("ycsb");
    assertThat(properties.chaincode()).isEqualTo("kv");
    assertThat(properties.commit()).isEqualTo(FabricProperties.Commit.SYNC);
    assertThat(properties.certificate()).isEqualTo(Path.of("cert.pem"));
    assertThat(properties.concurrency()).as("below a gateway's limit of 500").isLessThan(500);
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
    assertThat(FabricProperties.read(properties).phasesFrom()).contains("127.0.0.1:7050");

    properties.put("fabric.commit", "async");
    assertThatThrownBy(() -> FabricProperties.read(properties))
        .hasMessageContaining("fabric.phases=true needs fabric.commit=sync");
  }
}
