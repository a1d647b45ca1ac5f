package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.tso.client.TimestampClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        OracleProcess.start(temporary, "--listen", "127.0.0.1:0", "--data", data));
    try (OracleProcess oracle =
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", data, "--set", "start.above=700")) {
      String address = oracle.awaitReady();
      try (TimestampClient client = TimestampClient.connect(address)) {
        assertThat(client.next(10_000)).isGreaterThan(700);
      }
    }
  }

  @Test
  void dataDirectoryInUseIsAOneLineError() throws IOException, InterruptedException {
    try (OracleProcess first = start("127.0.0.1:0", "data")) {
      first.awaitReady();
      assertFails(1, "in use by another timestamp oracle", start("127.0.0.1:0", "data"));
    }
  }

  @Test
  void unusableDataDirectoryIsAOneLineError() throws IOException, InterruptedException {
    Files.createFile(temporary.resolve("file"));
    assertFails(1, "cannot write to data directory", start("127.0.0.1:0", "file/data"));
  }

  @Test
  void damagedCeilingFileIsAOneLineErrorAndLeftAsItIs() throws IOException, InterruptedException {
    Path file = Files.createDirectory(temporary.resolve("data")).resolve("ceilings");
    Files.writeString(file, "garbage");
    assertFails(1, "ceiling file " + file + " is damaged", start("127.0.0.1:0", "data"));
    assertThat(file).hasContent("garbage");
  }

  @Test
  void wrongUsageIsAOneLineErrorWithStatusTwo() throws IOException, InterruptedException {
    assertFails(2, "property data.dir is missing", OracleProcess.start(temporary));
    assertFails(2, "expected HOST:PORT, but got 'nonsense'", start("nonsense", "data"));
    assertFails(
        2,
        "ceiling.step is a number from 10000 to",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--ceiling-step", "5"));
    assertFails(
        2,
        "tls.certificate and tls.key are given both or not at all",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--tls-certificate", "a.pem"));
    assertFails(
        2,
        "--set: tls.ca needs tls.certificate and tls.key",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--tls-ca", "ca.pem"));
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
  void tlsIsConfiguredByFileEnvironmentAndFlag() throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            temporary.resolve("tso.properties"),
            "tso.listen=127.0.0.1:0\ndata.dir=data\ntls.certificate=file.pem\ntls.key=file.key");
    assertFails(
        2,
        "tls.certificate: no file file.pem",
        OracleProcess.start(temporary, "--config", file.toString()));
    assertFails(
        2,
        "tls.certificate: no file variable.pem",
        OracleProcess.start(
            temporary,
            Map.of("HYBRID_TLS_CERTIFICATE", "variable.pem"),
            "--config",
            file.toString()));
    assertFails(
        2,
        "tls.certificate: no file flag.pem",
        OracleProcess.start(
            temporary,
            Map.of("HYBRID_TLS_CERTIFICATE", "variable.pem"),
            "--config",
            file.toString(),
            "--tls-certificate",
            "flag.pem"));
  }

  @Test
  void valuesAfterAMistypedFlagAreNotPrinted() throws IOException, InterruptedException {
    assertFails(
        2, "'a.password=...'", OracleProcess.start(temporary, "--sett", "a.password=sesame"));
  }

  @Test
  void takenPortOfTheMetricsIsAnErrorThatNamesIt() throws IOException, InterruptedException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      try (OracleProcess oracle =
          OracleProcess.start(
              temporary,
              "--listen",
              "127.0.0.1:0",
              "--data",
              temporary.resolve("data").toString(),
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
  void unknownNameIsAOneLineErrorThatNamesNearOnes() throws IOException, InterruptedException {
    assertFails(
        2,
        "--set: unknown property ceiling.steps; near it: ceiling.step",
        OracleProcess.start(temporary, "--set", "ceiling.steps=10000"));
    assertFails(
        2,
        "unknown environment variable HYBRID_CEILINGSTEP; near it: HYBRID_CEILING_STEP",
        OracleProcess.start(temporary, Map.of("HYBRID_CEILINGSTEP", "10000")));
  }

  @Test
  void helpNamesEveryOption() throws IOException, InterruptedException {
    try (OracleProcess oracle = OracleProcess.start(temporary, "--help")) {
      assertThat(oracle.output())
          .contains("--listen", "--data", "--ceiling-step", "HOST:PORT", "--config", "--set")
          .contains("--tls-certificate", "--tls-key", "--tls-ca", "tls.ca")
          .contains("HYBRID_NAME", "tso.listen (required)", "ceiling.step [1000000]");
      assertThat(oracle.awaitExit()).isZero();
    }
  }

  private OracleProcess start(String listen, String data) throws IOException {
    return OracleProcess.start(
        temporary,
        "--listen",
        listen,
        "--data",
        temporary.resolve(data).toString(),
        "--set",
        "start.above=0");
  }

  private static void assertFails(int status, String message, OracleProcess oracle)
      throws IOException, InterruptedException {
    try (oracle) {
      assertThat(oracle.awaitExit()).isEqualTo(status);
      assertThat(oracle.output()).isEmpty();
      assertThat(oracle.errors())
          .startsWith("timestamp-oracle: ")
          .contains(message)
          .hasLineCount(1);
    }
  }
}
