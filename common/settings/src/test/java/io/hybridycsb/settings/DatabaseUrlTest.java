package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
  @ParameterizedTest
  @ValueSource(strings = {"jdbc:x://me:p@a/x", "jdbc:x://p/q@a/x", "jdbc:x://me:p?q@a/x"})
  void aUserBeforeTheHostIsRefusedAndNotShown(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DatabaseUrl.requireNoUser("sql.url", url))
        .withMessage(
            "sql.url has a '@' before its options; give the user and the password as"
                + " sql.user and sql.password");
    DatabaseUrl.requireNoUser("sql.url", "jdbc:x://a/x?password=a@b");
  }

  @Test
  void whatADriverSaysIsShownWithoutTheOptions() {
    assertThat(DatabaseUrl.shortened("jdbc:h2:mem:x;PASSWORD=p")).isEqualTo("jdbc:h2:mem:x");
    String url = "jdbc:x://a/x?ssl&password=p";
    assertThat(DatabaseUrl.withoutOptions(url, "no " + url + ": ssl&password=p"))
        .isEqualTo("no jdbc:x://a/x: ...");
    assertThat(DatabaseUrl.withoutOptions("jdbc:x:a", "no jdbc:x:a")).isEqualTo("no jdbc:x:a");
  }
}
