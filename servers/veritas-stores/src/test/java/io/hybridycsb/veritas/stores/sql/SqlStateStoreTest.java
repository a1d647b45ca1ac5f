package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateStoreContract;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlStateStoreTest extends StateStoreContract {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @TempDir private Path directory;

  @Override
  protected StateStore open() {
    return SqlStateStore.open(SqlOptions.at(url));
  }

  @AfterEach
  void freeDatabase() throws Exception {
    execute("SHUTDOWN");
  }

  @Test
  void aFailedBatchLeavesNothingBehind() {
    store.apply(new StateBatch(1, List.of(create("a", "1"))));
    byte[] tooLong = new byte[2_000_000];
    StateBatch batch =
        new StateBatch(2, List.of(update("a", "2"), new StateWrite(bytes("b"), tooLong, true)));
    assertThatThrownBy(() -> store.apply(batch))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(store.describe());
    assertThat(store.appliedHeight()).isEqualTo(1);
    assertThat(store.getAll(List.of(bytes("a"), bytes("b")))).containsExactly(bytes("1"), null);
  }

  @Test
  void anEmptiedDatabaseIsToldOnTheNextBatch() throws Exception {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    execute("DELETE FROM veritas_state");
    execute("DELETE FROM veritas_meta");
    assertThatThrownBy(() -> store.apply(new StateBatch(6, List.of(create("b", "1")))))
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining("5");
    assertThatThrownBy(() -> store.getAll(List.of(bytes("a"))))
        .isInstanceOf(StateLostException.class);
    store.clear();
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
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

  private void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
