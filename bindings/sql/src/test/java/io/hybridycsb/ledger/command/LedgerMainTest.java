package io.hybridycsb.ledger.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.ledger.database.LedgerServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    arguments[3] = "--kept";
    arguments[4] = head().toString();
    System.arraycopy(more, 0, arguments, 5, more.length);
    return LedgerMain.program().run(arguments);
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

    assertThat(kept).matches("[0-9]+:[0-9a-f]{64}\n");
    assertThat(number(head())).isEqualTo(Long.parseLong(kept.split(":", 2)[0]) + 1);
  }

  private static long number(Path head) throws IOException {
    List<String> lines = Files.readAllLines(head);
    return Long.parseLong(lines.get(lines.size() - 1).split(":", 2)[0]);
  }

  @Test
  void anAuditThatFailsKeepsWhatTheOneBeforeHasKept() throws IOException {
    assertThat(run("audit")).isZero();
    String other = number(head()) + ":" + "a".repeat(64) + "\n";
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
    changeBehindTheTriggersBack("user5", "y");
    try {
      assertThat(run("verify", "user5")).isEqualTo(1);
      assertThat(run("verify", "user2")).isZero();
    } finally {
      changeBehindTheTriggersBack("user5", "x");
    }
    assertThat(run("verify", "user5")).isZero();
  }

  @Test
  void aLargeRecordIsVerifiedAndPrinted() throws SQLException {
    write("user8");
    server.execute(
        "UPDATE usertable SET a = convert_to(repeat('x', 11000000), 'UTF8') || 'end'"
            + " WHERE ycsb_key = 'user8'");

    assertThat(printed("verify", "user8"))
        .startsWith("user8\n  a=xxx")
        .contains("xend\n  ycsb_key=user8\n  ycsb_version=1\nverified: row ");
    server.execute("DELETE FROM usertable WHERE ycsb_key = 'user8'");
  }

  /** What a command prints. */
  private String printed(String command, String... more) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      run(command, more);
    } finally {
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }

  @Test
  void theNewestHeadIsPrintedInOneLineAndDemandedOfALaterAudit() throws SQLException {
    String head = printed("audit", "--head").strip();
    assertThat(head).matches("[1-9][0-9]*:[0-9a-f]{64}");
    assertThat(head()).doesNotExist();
    write("user6");

    assertThat(run("audit", "--head", head)).isZero();
    String other = head.substring(0, head.indexOf(':') + 1) + "0".repeat(64);
    assertThat(run("audit", "--head", head, "--head=" + other)).isEqualTo(1);
    assertThat(printed("audit", "--head", "1000000:" + "0".repeat(64)))
        .contains("to 1000000 are missing, which an earlier audit has seen");
  }

  @Test
  void anOptionThatIsNeitherAHeadNorAFileIsAFailure() {
    for (String wrong :
        List.of(
            "17",
            "17:abc",
            "none",
            "newest",
            "",
            "/dev/zero",
            "-1:" + "0".repeat(64),
            "0:" + "f".repeat(64))) {
      assertThat(run("audit", "--head=" + wrong)).as(wrong).isEqualTo(1);
    }
  }

  @Test
  void aFileWithoutAHeadAndOneThatIsNoFileAreFailures() throws IOException {
    Path empty = Files.createFile(own.resolve("empty"));

    assertThat(run("audit", "--head", empty.toString())).isEqualTo(1);
    assertThat(run("audit", "--write-head", empty.toString())).isZero();
    assertThat(run("audit", "--write-head", "/dev/zero")).isEqualTo(1);
    assertThat(run("audit", "--write-head", "htps://127.0.0.1/")).isEqualTo(1);
  }

  @Test
  void theNewestHeadIsNotToldWhereADemandedOneIsNotInTheHistory() throws IOException {
    String other = "1:" + "a".repeat(64);
    Path file = Files.writeString(own.resolve("heads"), other + "\n");

    assertThat(printed("audit", "--head", "--head=" + other)).isEmpty();
    assertThat(run("audit", "--head", "--write-head", file.toString())).isEqualTo(1);
    assertThat(file).hasContent(other);
  }

  @Test
  void aFileHasTheHeadOfEachAuditAndEachIsDemanded() throws Exception {
    Path file = own.resolve("heads");
    String first = printed("audit", "--head", "--write-head", file.toString()).strip();
    assertThat(run("audit", "--write-head", file.toString())).isZero();
    assertThat(file).as("the same once more").hasContent(first);
    write("user7");
    assertThat(run("audit", "--write-head", file.toString())).isZero();

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2).startsWith(first).endsWith(printed("audit", "--head").strip());
    Files.writeString(file, first.replaceAll(".$", "x") + "\n" + lines.get(1) + "\n");
    assertThat(run("audit", "--write-head", file.toString()))
        .as("a line that is none")
        .isEqualTo(1);
    Files.writeString(file, "1:" + "0".repeat(64) + "\n" + lines.get(1) + "\n");
    assertThat(printed("audit", "--head", file.toString()))
        .contains(
            "it has another hash than an earlier audit has kept", "audit FAILED: 1 finding\n");
  }

  @Test
  void anAddressOfHttpGetsEachHeadAndOneThatDoesNotTakeItIsAFailure() throws Exception {
    List<String> got = new CopyOnWriteArrayList<>();
    HttpServer keeper = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    keeper.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          got.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          int status = exchange.getRequestURI().getPath().equals("/full") ? 507 : 204;
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    keeper.start();
    String url = "http://127.0.0.1:" + keeper.getAddress().getPort();
    try {
      assertThat(run("audit", "--write-head", url + "/heads")).isZero();
      assertThat(run("audit", "--write-head", url + "/full", "--write-head", url + "/more"))
          .isEqualTo(1);
    } finally {
      keeper.stop(0);
    }
    assertThat(run("audit", "--write-head", url + "/heads")).as("nobody is there").isEqualTo(1);

    String head = Files.readAllLines(head()).get(0);
    assertThat(got)
        .containsExactly(
            "POST /heads " + head + "\n", "POST /full " + head + "\n", "POST /more " + head + "\n");
  }

  private static void changeBehindTheTriggersBack(String key, String value) throws SQLException {
    server.execute(
        """
        ALTER TABLE usertable DISABLE TRIGGER ledger_write;
        UPDATE usertable SET a = '%s' WHERE ycsb_key = '%s';
        ALTER TABLE usertable ENABLE ALWAYS TRIGGER ledger_write
        """
            .formatted(value, key));
  }
}
