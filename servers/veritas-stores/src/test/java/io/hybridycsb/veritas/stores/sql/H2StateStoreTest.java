package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2StateStoreTest extends SqlStateStoreContract {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @TempDir private Path directory;

  @Override
  String url() {
    return url;
  }

  @AfterEach
  void freeDatabase() throws SQLException {
    execute("SHUTDOWN");
  }

  @Test
  void messagesDontShowTheOptionsOfTheAddress() {
    assertThat(store.describe()).startsWith("sql jdbc:h2:mem:").doesNotContain("DELAY");
  }

  @Test
  void aDatabaseThatCantBeOpenedIsOneClearLine() {
    String absentUrl = "jdbc:h2:" + directory.resolve("no") + ";IFEXISTS=TRUE";
    SqlOptions absent = new SqlOptions(absentUrl, "", "", 2, 1_000);
    assertThatThrownBy(() -> SqlStateStore.open(absent))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("can't be reached")
        .hasMessageNotContaining("\n");
  }
}
