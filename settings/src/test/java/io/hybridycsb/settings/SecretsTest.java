package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretsTest {
  @Test
  void secretsAreToldByTheirNamesWhateverStandsInFront() {
    assertThat(
            new String[] {
              "sql.password",
              "node.sql.password",
              "load.postgresql.password",
              "shard2.accounts",
              "shard#.rpc",
              "node.shard12.rpc",
              "node.mongodb.url",
              "bigchaindb.seed",
              "kafka.ssl.key.password",
              "kafka.ssl.keystore.key",
              "kafka.ssl.keystore.certificate.chain",
              "kafka.ssl.truststore.certificates",
              "kafka.sasl.jaas.config"
            })
        .allMatch(Secrets::isSecret);
    assertThat(
            new String[] {
              "veritas.key",
              "recordcount",
              "tls.key",
              "sql.user",
              "etcd.endpoints",
              "cometbft.rpc",
              "password.file"
            })
        .noneMatch(Secrets::isSecret);
  }

  @Test
  void secretsAreHiddenAndNothingElseIs() {
    assertThat(Secrets.hidden(Map.of("a.password", "x", "b.password", "", "c.user", "y")))
        .isEqualTo(Map.of("a.password", "(hidden)", "b.password", "", "c.user", "y"));
  }

  @Test
  void aSecretByWhoseNameNobodyCouldTellIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Property.text("sut.word", "TEXT", "", "a word").secret())
        .withMessage("by the name sut.word nobody can tell that it is secret; see Secrets");
  }
}
