package io.hybridycsb.ycsb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.Status;

/** On a real MariaDB. */
class MariaDbClientTest extends FaultsContract {
  private static String url;

  @BeforeAll
  static void startServer() throws Exception {
    url = TestDatabases.mariaDb();
  }

  @Override
  String url() {
    return url;
  }

  @Override
  String binding() {
    return "mariadb";
  }

  @Override
  String title() {
    return "MariaDB";
  }

  @Override
  SqlDb newClient() {
    return new MariaDbClient();
  }

  @Test
  void aRecordThatIsLargerThanAPacketMayBeIsABadRequest() throws Exception {
    insert("user1", "a", "1");
    byte[] large = new byte[3 << 20];
    setPacketBytesMax(1 << 20);
    try {
      reopen(Map.of());
      assertThat(client.insert(table, "user1", Map.of("a", new ByteArrayByteIterator(large))))
          .isEqualTo(Status.BAD_REQUEST);
      assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
    } finally {
      setPacketBytesMax(16 << 20);
    }
  }

  private void setPacketBytesMax(int bytes) throws SQLException {
    try (Connection connection = another();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL max_allowed_packet = " + bytes);
    }
  }
}
