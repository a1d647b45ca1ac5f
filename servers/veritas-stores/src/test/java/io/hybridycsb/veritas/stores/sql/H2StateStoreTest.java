package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
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
  void aTableOfAnEarlierReleaseKeepsItsRowsAndHoldsLongerValues() throws SQLException {
    byte[] longest = new byte[TransactionLimits.VALUE_BYTES_CEILING];
    store.apply(new StateBatch(1, List.of(new StateWrite(bytes("a"), bytes("1"), true))));
    store.close();
    execute("ALTER TABLE veritas_state ALTER COLUMN v SET DATA TYPE VARBINARY(1048576)");
    store = open();
    store.apply(new StateBatch(2, List.of(new StateWrite(bytes("b"), longest, true))));
    assertThat(store.getAll(List.of(bytes("a"), bytes("b")))).containsExactly(bytes("1"), longest);
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
