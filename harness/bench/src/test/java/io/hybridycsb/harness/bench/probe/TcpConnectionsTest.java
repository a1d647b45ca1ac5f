package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.process.ProcessTree;
import io.hybridycsb.harness.results.ProcessCost.Network;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TcpConnectionsTest {
  private static final long PID = ProcessHandle.current().pid();
  private static final Map<String, Long> THIS = Map.of("this", PID, "stopped", 0L);
  private static final String NODE = "this";
  private static final Duration PATIENT = Duration.ofMinutes(1);

  private static TcpConnections read(String printed) {
    return TcpConnections.read(printed.replace("PID", "" + PID), THIS, ProcessTree.now());
  }

  @Test
  @Timeout(180)
  void theBytesOfAnOpenConnectionAreThoseThatWentOverIt() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      client.getOutputStream().write(new byte[50]);
      accepted.getInputStream().readNBytes(50);
      TcpConnections before = TcpConnections.of(THIS, PATIENT);
      assumeTrue(before.known(), "there is no ss(8) that counts bytes");

      client.getOutputStream().write(new byte[70_000]);
      accepted.getInputStream().readNBytes(70_000);

      assertThat(TcpConnections.of(THIS, PATIENT).since(before, NODE))
          .contains(new Network(70_000, 70_000));
    }
  }

  @Test
  void aConnectionCountsFromTheEarlierMomentOnAndALaterOneFromItsBegin() {
    TcpConnections begin =
        read(
            """
            ESTAB 0 0 127.0.0.1:10 127.0.0.1:20 users:(("java",pid=PID,fd=7))
            \t cubic bytes_sent:100 bytes_acked:100 bytes_received:1000 segs_out:3
            ESTAB 0 0 127.0.0.1:11 127.0.0.1:20 users:(("java",pid=PID,fd=8))
            \t cubic bytes_sent:500 bytes_acked:500 bytes_received:500 segs_out:3
            ESTAB 0 0 127.0.0.1:12 127.0.0.1:20 users:(("java",pid=PID,fd=9))
            \t cubic bytes_sent:9 bytes_received:9
            """);
    TcpConnections end =
        read(
            """
            ESTAB 0 0 127.0.0.1:10 127.0.0.1:20 users:(("java",pid=PID,fd=7))
            \t cubic bytes_sent:150 bytes_acked:150 bytes_received:1007 segs_out:3
            ESTAB 0 0 127.0.0.1:11 127.0.0.1:20 users:(("java",pid=PID,fd=8))
            \t cubic bytes_sent:30 bytes_acked:30 bytes_received:20 segs_out:3
            ESTAB 0 0 127.0.0.1:13 127.0.0.1:20 users:(("java",pid=PID,fd=9))
            \t cubic rto:204 bytes_received:4
            """);

    assertThat(end.since(begin, NODE)).contains(new Network(50 + 30, 7 + 20 + 4));
  }

  @Test
  void theCountersMayStandOnTheSameLine() {
    TcpConnections end =
        read(
            "ESTAB 0 0 [::1]:10 [::1]:20 users:((\"java\",pid=PID,fd=7)) cubic bytes_sent:8"
                + " bytes_received:3\n");

    assertThat(end.since(end, NODE)).contains(Network.NOTHING);
    assertThat(end.open()).isEqualTo(Map.of(NODE, Map.of("[::1]:10 [::1]:20", new Network(8, 3))));
  }

  @Test
  void whatIsNotSeenIsUnknownAndNotNothing() {
    TcpConnections others =
        read("ESTAB 0 0 127.0.0.1:10 127.0.0.1:20\n\t cubic bytes_sent:8 bytes_received:3\n");
    TcpConnections withoutCounters =
        read("ESTAB 0 0 127.0.0.1:10 127.0.0.1:20 users:((\"java\",pid=PID,fd=7))\n\t cubic\n");

    assertThat(others.since(others, NODE)).isEmpty();
    assertThat(withoutCounters.since(others, NODE)).isEmpty();
    assertThat(others.since(withoutCounters, NODE)).isEmpty();
    assertThat(read("").known()).isFalse();
  }
}
