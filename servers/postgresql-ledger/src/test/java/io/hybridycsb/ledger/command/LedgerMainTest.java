package io.hybridycsb.ledger.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ledger.database.LedgerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a real PostgreSQL. */
class LedgerMainTest {
  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  @TempDir private Path own;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
    server.execute("SELECT ledger.make_table('usertable', ARRAY['a'])");
    write("user1");
    write("user2");
    Files.writeString(
        directory.resolve("client.properties"), "postgresql-ledger.url=" + server.url());
  }

  private static void write(String key) throws SQLException {
    server.execute("INSERT INTO usertable VALUES ('%s', 1, 'x')".formatted(key));
  }

  private int run(String command, String... more) {
    String[] arguments = new String[5 + more.length];
    arguments[0] = command;
    arguments[1] = "--config";
    arguments[2] = directory.resolve("client.properties").toString();
    arguments[3] = "--head";
    arguments[4] = head().toString();
    System.arraycopy(more, 0, arguments, 5, more.length);
    return LedgerMain.TOOL.run(arguments);
  }

  private Path head() {
    return own.resolve("head");
  }

  @Test
  void anAuditThatPassesKeepsTheHeadAndTheNextOneGoesOnFromThere() throws Exception {
    assertThat(run("audit")).isZero();
    String kept = Files.readString(head());
    write("user3");
    assertThat(run("audit")).isZero();

    assertThat(kept).matches("[0-9]+ [0-9a-f]{64}\n");
    assertThat(number(head())).isEqualTo(Long.parseLong(kept.split(" ", 2)[0]) + 1);
  }

  private static long number(Path head) throws IOException {
    return Long.parseLong(Files.readString(head).split(" ", 2)[0]);
  }

  @Test
  void anAuditThatFailsKeepsWhatTheOneBeforeHasKept() throws IOException {
    assertThat(run("audit")).isZero();
    String other = number(head()) + " " + "a".repeat(64) + "\n";
    Files.writeString(head(), other);

    assertThat(run("audit")).isEqualTo(1);
    assertThat(head()).hasContent(other);
  }

  @Test
  void aKeptHeadThatIsNoneIsAFailureAndNotTakenForNone() throws IOException {
    Files.writeString(head(), "nothing");

    assertThat(run("audit")).isEqualTo(1);
    assertThat(head()).hasContent("nothing");
  }

  @Test
  void aRecordIsVerifiedPresentOrAbsentWithAndWithoutAKeptHead() throws SQLException {
    assertThat(run("verify", "user1")).isZero();
    assertThat(run("verify", "nobody")).isZero();
    assertThat(run("audit")).isZero();
    assertThat(run("verify", "user1")).isZero();
    write("user4");
    assertThat(run("verify", "user4")).isZero();
    assertThat(run("verify", "--table", "none", "user1")).isZero();
  }

  @Test
  void aRecordThatIsNotAsInTheHistoryFailsItsVerificationAndNoOther() throws SQLException {
    write("user5");
    server.execute(
        "SET session_replication_role = replica; UPDATE usertable SET a = 'y' WHERE ycsb_key ="
            + " 'user5'");
    try {
      assertThat(run("verify", "user5")).isEqualTo(1);
      assertThat(run("verify", "user2")).isZero();
    } finally {
      server.execute(
          "SET session_replication_role = replica; UPDATE usertable SET a = 'x' WHERE ycsb_key ="
              + " 'user5'");
    }
    assertThat(run("verify", "user5")).isZero();
  }
}
