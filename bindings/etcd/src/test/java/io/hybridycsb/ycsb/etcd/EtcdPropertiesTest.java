package io.hybridycsb.ycsb.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.settings.PropertySet;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class EtcdPropertiesTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void onlyTheEndpointsMustBeGiven() {
    PropertySet.Values read =
        EtcdProperties.read(properties("etcd.endpoints", "127.0.0.1:2379, etcd_1:2380"));

    assertThat(read.get(EtcdProperties.ENDPOINTS)).containsExactly("127.0.0.1:2379", "etcd_1:2380");
    assertThat(read.get(EtcdProperties.READ)).isEqualTo(EtcdProperties.Read.LINEARIZABLE);
    assertThat(read.get(EtcdProperties.UPDATE)).isEqualTo(EtcdProperties.Update.MERGE);
    assertThat(read.get(EtcdProperties.TIMEOUT_MS)).isEqualTo(10_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EtcdProperties.read(properties()))
        .withMessageStartingWith("missing property etcd.endpoints; valid are, with [defaults]: ");
  }

  @Test
  void tlsTakesACertificateWithItsKeyAndWhomToTrust() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EtcdProperties.read(
                    properties("etcd.endpoints", "a:1", "etcd.tls.ca", "c", "etcd.tls.key", "k")))
        .withMessage("etcd.tls.certificate and etcd.tls.key are given both or not at all");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EtcdProperties.read(
                    properties(
                        "etcd.endpoints", "a:1", "etcd.tls.certificate", "c", "etcd.tls.key", "k")))
        .withMessage("etcd.tls.certificate needs etcd.tls.ca");
  }

  @Test
  void allMistakesAreNamedAtOnceWithWhatIsValid() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EtcdProperties.read(
                    properties(
                        "etcd.endpoints",
                        "localhost",
                        "etcd.reed",
                        "x",
                        "etcd.read",
                        "dirty",
                        "etcd.connections",
                        "0")))
        .withMessageStartingWith(
            "unknown property etcd.reed, etcd.endpoints is HOST:PORT,..., not \"localhost\"")
        .withMessageContaining("etcd.read is linearizable|serializable, not \"dirty\"")
        .withMessageContaining("etcd.connections is 1..256, not \"0\"")
        .withMessageContaining("etcd.update=merge|put [merge]");
  }
}
