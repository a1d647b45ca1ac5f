package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
              "kafka.sasl.jaas.config",
              "immudb.s3-secret-key",
              "geth.nodekeyhex",
              "geth.ethstats",
              "node.keystore_password",
              "cassandra.truststore_password",
              "kafka.sslKeyPassword",
              "geth.METRICS.Token"
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
              "accounts",
              "load.accounts",
              "seed.count",
              "tokens",
              "password.file"
            })
        .noneMatch(Secrets::isSecret);
  }

  @Test
  void secretsAreHiddenAndNothingElseIs() {
    assertThat(Secrets.hidden(Map.of("a.password", "x", "b.password", "", "c.user", "y")))
        .isEqualTo(Map.of("a.password", "(hidden)", "b.password", "", "c.user", "y"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://a/x?prepareThreshold=0, jdbc:postgresql://a/x?prepareThreshold=0",
    "jdbc:postgresql://me:p@a/x, jdbc:postgresql://(hidden)@a/x",
    "jdbc:postgresql://me:p@p/q@a/x, jdbc:postgresql://(hidden)@a/x",
    "jdbc:postgresql://a/x?ssl&sslPassword=a;b@c&b=1, jdbc:postgresql://a/x?ssl&sslPassword=(hidden)&b=1",
    "jdbc:h2:mem:x;PASSWORD=a;b, jdbc:h2:mem:x;PASSWORD=(hidden)",
    "mongodb://u:p@h1:1/?authMechanismProperties=AWS_SESSION_TOKEN:x, mongodb://(hidden)@h1:1/?authMechanismProperties=(hidden)"
  })
  void ofAnAddressOnlyWhatMayBeSecretIsHidden(String url, String shown) {
    assertThat(Secrets.shown("node.sql.url", url)).isEqualTo(shown);
    assertThat(Secrets.shown("node.sql.url", shown)).isEqualTo(shown);
  }

  @Test
  void aSecretByWhoseNameNobodyCouldTellIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Property.text("sut.word", "TEXT", "", "a word").secret())
        .withMessage("by the name sut.word nobody can tell that it is secret; see Secrets");
  }
}
