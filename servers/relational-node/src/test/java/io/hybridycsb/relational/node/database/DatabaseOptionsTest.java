package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.skip.Skips;
import org.junit.jupiter.api.Test;

class DatabaseOptionsTest {
  private static final Rules RULES =
      new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, 1 << 20);

  private static DatabaseOptions options(String url) {
    return new DatabaseOptions(url, "", "", 2, 1, DatabaseOptions.DEFINITION_TIMEOUT_MS);
  }

  @Test
  void anAddressThatItsDriverRefusesIsShownWithoutItsOptions() {
    DatabaseOptions options = options("jdbc:postgresql://127.0.0.1:port/x?password=sesame");
    assertThatThrownBy(() -> ChainDatabase.open(options, RULES, Skips.none()))
        .isInstanceOf(DatabaseFailure.class)
        .hasMessageStartingWith("the database jdbc:postgresql://127.0.0.1:port/x: ")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("sesame")
        .hasLineCount(1);
  }

  @Test
  void aUserInTheAddressIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options("jdbc:mariadb://me:sesame@127.0.0.1/x"))
        .withMessageStartingWith("database.url has a '@' before its options; ");
  }
}
