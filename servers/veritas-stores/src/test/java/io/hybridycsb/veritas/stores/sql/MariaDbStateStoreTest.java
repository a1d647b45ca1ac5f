package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.SqlServer;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real MariaDB. */
@Tag("veritas-kafka")
@Tag("campaign")
class MariaDbStateStoreTest extends SqlStateStoreContract {
  @TempDir private static Path directory;
  @AutoClose private static SqlServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new MariaDbServer(directory);
  }

  @Override
  String url() {
    return server.url();
  }

  @Test
  void aServerThatTakesShorterStatementsThanTheLongestRecordIsRefusedAtOnce() throws SQLException {
    execute("SET GLOBAL max_allowed_packet = 8388608");
    try {
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("max_allowed_packet is 8388608; set it to 8454144 or more");
    } finally {
      execute("SET GLOBAL max_allowed_packet = 16777216");
    }
  }
}
