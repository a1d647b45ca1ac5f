package io.hybridycsb.tso;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.tso.client.TimestampClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimestampOracleMainTest {
  @TempDir private Path temporary;

  @Test
  void terminationIsCleanAndOutputIsOneLine() throws IOException, InterruptedException {
    try (OracleProcess oracle = start("127.0.0.1:0", "data")) {
      oracle.awaitReady();
      oracle.terminate();
      // 128 + SIGTERM: the JVM's way to say that it ended because it was asked to.
      assertThat(oracle.awaitExit()).isEqualTo(143);
      assertThat(oracle.output()).isEmpty();
      assertThat(oracle.errors()).doesNotContain("Exception", "\tat ");
    }
  }

  @Test
  void takenPortIsAOneLineError() throws IOException, InterruptedException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      assertFails(1, "cannot listen on " + address, start(address, "data"));
    }
  }

  @Test
  void dataDirectoryThatIsLostIsAOneLineErrorThatSaysHowToGoOn()
      throws IOException, InterruptedException {
    String data = temporary.resolve("lost").toString();
    assertFails(
        1,
        "give start.above=N with the newest timestamp that audit tells",
        "--set",
        "tso.listen=127.0.0.1:0",
        "--set",
        "data.dir=" + data);
    try (OracleProcess oracle =
        OracleProcess.start(
            temporary,
            "--set",
            "tso.listen=127.0.0.1:0",
            "--set",
            "data.dir=" + data,
            "--set",
            "start.above=700")) {
      String address = oracle.awaitReady();
      try (TimestampClient client =
          TimestampClient.connect(address, TimestampClient.Options.DEFAULT, Optional.empty())) {
        assertThat(client.next(10_000)).isGreaterThan(700);
      }
    }
  }

  @Test
  void dataDirectoryInUseIsAOneLineError() throws IOException, InterruptedException {
    try (OracleProcess first = start("127.0.0.1:0", "data")) {
      first.awaitReady();
      assertFails(1, "in use by another timestamp oracle", flags("127.0.0.1:0", "data"));
    }
  }

  @Test
  void unusableDataDirectoryIsAOneLineError() throws IOException {
    Files.createFile(temporary.resolve("file"));
    assertFails(1, "cannot write to data directory", flags("127.0.0.1:0", "file/data"));
  }

  @Test
  void damagedCeilingFileIsAOneLineErrorAndLeftAsItIs() throws IOException {
    Path file = Files.createDirectory(temporary.resolve("data")).resolve("ceilings");
    Files.writeString(file, "garbage");
    assertFails(1, "ceiling file " + file + " is damaged", flags("127.0.0.1:0", "data"));
    assertThat(file).hasContent("garbage");
  }

  @Test
  void wrongUsageIsAOneLineErrorWithStatusTwo() throws IOException, InterruptedException {
    assertFails(2, "property data.dir is missing", OracleProcess.start(temporary));
    assertFails(2, "expected HOST:PORT, but got 'nonsense'", flags("nonsense", "data"));
    assertFails(
        2,
        "ceiling.step is a whole number from 10000 to",
        "--set",
        "tso.listen=127.0.0.1:0",
        "--set",
        "data.dir=data",
        "--set",
        "ceiling.step=5");
    assertFails(
        2,
        "tls.certificate and tls.key are given both or not at all",
        "--set",
        "tso.listen=127.0.0.1:0",
        "--set",
        "data.dir=data",
        "--set",
        "tls.certificate=a.pem");
    assertFails(
        2,
        "--set: tls.ca needs tls.certificate and tls.key",
        "--set",
        "tso.listen=127.0.0.1:0",
        "--set",
        "data.dir=data",
        "--set",
        "tls.ca=ca.pem");
  }

  @Test
  void flagIsOverEnvironmentOverFile() throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            temporary.resolve("tso.properties"),
            "tso.listen=nonsense\nceiling.step=20000\ndata.dir=" + temporary.resolve("file"));
    Map<String, String> environment =
        Map.of(
            "HYBRID_TSO_LISTEN", "127.0.0.1:0",
            "HYBRID_DATA_DIR", temporary.resolve("variable").toString(),
            "HYBRID_START_ABOVE", "0",
            "HYBRID_LOG_FORMAT", "json");
    try (OracleProcess oracle =
        OracleProcess.start(
            temporary,
            environment,
            "--config",
            file.toString(),
            "--set",
            "data.dir=" + temporary.resolve("set"))) {
      oracle.awaitReady();
      assertThat(temporary.resolve("set")).isDirectory();
      assertThat(temporary.resolve("variable")).doesNotExist();
      assertThat(temporary.resolve("file")).doesNotExist();
      assertThat(oracle.errors().lines())
          .isNotEmpty()
          .allMatch(line -> line.startsWith("{\"time\":\"") && line.endsWith("\"}"))
          .anyMatch(line -> line.contains("tso.listen=127.0.0.1:0 (HYBRID_TSO_LISTEN)"));
    }
  }

  @Test
  void tlsIsConfiguredByFileEnvironmentAndFlag() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("tso.properties"),
            "tso.listen=127.0.0.1:0\ndata.dir=data\ntls.certificate=file.pem\ntls.key=file.key");
    assertFails(2, "tls.certificate: no file file.pem", "--config", file.toString());
    Map<String, String> variable = Map.of("HYBRID_TLS_CERTIFICATE", "variable.pem");
    assertFails(2, "tls.certificate: no file variable.pem", variable, "--config", file.toString());
    assertFails(
        2,
        "tls.certificate: no file flag.pem",
        variable,
        "--config",
        file.toString(),
        "--set",
        "tls.certificate=flag.pem");
  }

  @Test
  void valuesAfterAMistypedFlagAreNotPrinted() {
    assertFails(2, "'a.password=...'", "--sett", "a.password=sesame");
  }

  @Test
  void takenPortOfTheMetricsIsAnErrorThatNamesIt() throws IOException, InterruptedException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      try (OracleProcess oracle =
          OracleProcess.start(
              temporary,
              "--set",
              "tso.listen=127.0.0.1:0",
              "--set",
              "data.dir=" + temporary.resolve("data").toString(),
              "--set",
              "start.above=0",
              "--set",
              "metrics.listen=" + address)) {
        assertThat(oracle.awaitExit()).isEqualTo(1);
        assertThat(oracle.output()).isEmpty();
        assertThat(oracle.errors())
            .contains("timestamp-oracle: cannot listen on " + address)
            .doesNotContain("\tat ");
      }
    }
  }

  @Test
  void unknownNameIsAOneLineErrorThatNamesNearOnes() {
    assertFails(
        2,
        "--set: unknown property ceiling.steps; near it: ceiling.step",
        "--set",
        "ceiling.steps=10000");
    assertFails(
        2,
        "unknown environment variable HYBRID_CEILINGSTEP; near it: HYBRID_CEILING_STEP",
        Map.of("HYBRID_CEILINGSTEP", "10000"));
  }

  @Test
  void helpNamesEveryProperty() {
    Ended help = run(Map.of(), "--help");
    assertThat(help.status()).isZero();
    assertThat(help.output())
        .contains("--config", "--set", "tls.certificate", "tls.key", "tls.ca")
        .contains("HYBRID_NAME", "tso.listen (required)", "ceiling.step [1000000]");
  }

  private OracleProcess start(String listen, String data) throws IOException {
    return OracleProcess.start(temporary, flags(listen, data));
  }

  private String[] flags(String listen, String data) {
    return new String[] {
      "--set",
      "tso.listen=" + listen,
      "--set",
      "data.dir=" + temporary.resolve(data).toString(),
      "--set",
      "start.above=0"
    };
  }

  private static void assertFails(int status, String message, String... args) {
    assertFails(status, message, Map.of(), args);
  }

  private static void assertFails(
      int status, String message, Map<String, String> environment, String... args) {
    Ended ended = run(environment, args);
    assertThat(ended.status()).isEqualTo(status);
    assertThat(ended.output()).isEmpty();
    assertSaysWhy(ended.errors(), message);
  }

  private record Ended(int status, String output, String errors) {}

  /** Runs the command in this process: a JVM for each would take a second of a core. */
  private static Ended run(Map<String, String> environment, String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, UTF_8));
    System.setErr(new PrintStream(errors, true, UTF_8));
    try {
      int status = TimestampOracleMain.program(environment).run(args);
      return new Ended(status, output.toString(UTF_8), errors.toString(UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static void assertSaysWhy(String errors, String message) {
    assertThat(errors).startsWith("timestamp-oracle: ").contains(message).hasLineCount(1);
  }

  private static void assertFails(int status, String message, OracleProcess oracle)
      throws IOException, InterruptedException {
    try (oracle) {
      assertThat(oracle.awaitExit()).isEqualTo(status);
      assertThat(oracle.output()).isEmpty();
      assertSaysWhy(oracle.errors(), message);
    }
  }
}
