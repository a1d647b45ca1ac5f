package io.hybridycsb.ycsb.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class SqlPropertiesTest {
  private static SqlProperties read(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty("postgresql." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return SqlProperties.read("postgresql.", "jdbc:postgresql:", properties);
  }

  @Test
  void onlyTheAddressMustBeGiven() {
    SqlProperties read = read("url", "jdbc:postgresql://127.0.0.1:5432/postgres");

    assertThat(read.isolation()).isEqualTo(SqlProperties.Isolation.SERIALIZABLE);
    assertThat(read.timeoutMs()).isEqualTo(10_000);
    assertThat(read.retries()).isEqualTo(10);
    assertThatIllegalArgumentException()
        .isThrownBy(SqlPropertiesTest::read)
        .withMessageStartingWith(
            "missing property postgresql.url; valid are, with [defaults]: "
                + "postgresql.isolation=serializable|repeatable-read|read-committed"
                + " [serializable], ");
  }

  @Test
  void allMistakesAreNamedAtOnceWithoutSecrets() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                read(
                    "url",
                    "jdbc:mariadb://me:secret1@host/db?password=secret2",
                    "password",
                    "secret3",
                    "isolation",
                    "none",
                    "retrys",
                    "1"))
        .withMessageStartingWith("unknown property postgresql.retrys, postgresql.isolation is ")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
  }

  @Test
  void whatIsPrintedHasNoSecrets() {
    SqlProperties read =
        read("url", "jdbc:postgresql://host/db?ssl&password=secret2", "password", "s3");

    assertThat(read).hasToString("jdbc:postgresql://host/db");
    assertThat(read.withoutSecrets(read.url() + " failed: ssl&password=secret2, s3"))
        .isEqualTo("jdbc:postgresql://host/db failed: ..., ...");
  }

  @Test
  void aUserInTheAddressIsRefusedAndNotShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("url", "jdbc:postgresql://me:secret1@host/db"))
        .withMessage(
            "postgresql.url has a '@' before its options; give the user and the password as"
                + " postgresql.user and postgresql.password");
  }

  @Test
  void aTimeoutIsRoundedUpToSeconds() {
    String url = "jdbc:postgresql://h/d";
    assertThat(read("url", url, "timeout.ms", "1000").timeoutS()).isEqualTo(1);
    assertThat(read("url", url, "timeout.ms", "1001").timeoutS()).isEqualTo(2);
  }
}
