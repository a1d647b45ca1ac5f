package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertFails(2, "Missing required options", OracleProcess.start(temporary));
    assertFails(2, "expected HOST:PORT, but got 'nonsense'", start("nonsense", "data"));
    assertFails(
        2,
        "ceiling step must be at least 10000",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--ceiling-step", "5"));
    assertFails(
        2,
        "--tls-certificate and --tls-key are given both or not at all",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--tls-certificate", "a.pem"));
    assertFails(
        2,
        "--tls-ca needs --tls-certificate and --tls-key",
        OracleProcess.start(
            temporary, "--listen", "127.0.0.1:0", "--data", "data", "--tls-ca", "ca.pem"));
  }

  @Test
  void helpNamesEveryOption() throws IOException, InterruptedException {
    try (OracleProcess oracle = OracleProcess.start(temporary, "--help")) {
      assertThat(oracle.output()).contains("--listen", "--data", "--ceiling-step", "HOST:PORT");
      assertThat(oracle.awaitExit()).isZero();
    }
  }

  private OracleProcess start(String listen, String data) throws IOException {
    return OracleProcess.start(
        temporary, "--listen", listen, "--data", temporary.resolve(data).toString());
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
