package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlConnectionsTest {
  private static SqlOptions options(String url) {
    return new SqlOptions(url, "", "", 2, 1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:port/x?password=sesame",
        "jdbc:mariadb://127.0.0.1:port/x?password=sesame"
      })
  void anAddressThatItsDriverRefusesIsShownWithoutItsOptions(String url) {
    assertThatThrownBy(() -> new SqlConnections(options(url)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(" can't be reached: ")
        .extracting(Throwable::getMessage)
        .asString()
        .contains("127.0.0.1:port/x")
        .doesNotContain("sesame")
        .hasLineCount(1);
    assertThat(Logger.getLogger("org.postgresql.Driver").isLoggable(Level.SEVERE)).isFalse();
  }

  @Test
  void aUserInTheAddressIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options("jdbc:postgresql://me:sesame@127.0.0.1/x"))
        .withMessageStartingWith("sql.url has a '@' before its options; ");
  }
}
