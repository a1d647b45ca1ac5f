package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.peers.testing.Stranger;
import io.hybridycsb.tso.client.AllocateMethod;
import io.hybridycsb.tso.client.HostPort;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.proto.AllocateRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that take all they can and ask for nothing; a client gets timestamps all the same. */
class TimestampOracleStrangersTest {
  private static final String METHOD = AllocateMethod.DESCRIPTOR.getFullMethodName();
  private static final long TIMEOUT_MS = 30_000;
  private static final long LONG_MS = 600_000;
  private static final long SHORT_MS = 100;

  @TempDir private Path data;
  private TimestampOracleServer server;
  private final List<Stranger> strangers = new ArrayList<>();

  private void start(int connectionsMax, Times times) throws IOException {
    server =
        TimestampOracleServer.start(
            "127.0.0.1:0", data, 10_000, 0, Optional.empty(), connectionsMax, times);
  }

  @AfterEach
  void stop() throws IOException {
    for (Stranger stranger : strangers) {
      stranger.close();
    }
    server.close();
  }

  private Stranger stranger() throws IOException {
    Stranger stranger = new Stranger(HostPort.parse(server.address()).port());
    strangers.add(stranger);
    return stranger;
  }

  private void assertClientIsServed() {
    try (TimestampClient client =
        TimestampClient.connect(
            server.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
      assertThat(client.next(TIMEOUT_MS)).isPositive();
    }
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }

  @Test
  void silentStreamsKeepNobodyOut() throws IOException {
    start(64, new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < 4; i++) {
      Stranger stranger = stranger();
      for (int stream = 0; stream < 16; stream++) {
        stranger.open(METHOD);
      }
    }
    await().until(() -> server.streams() == 64);
    assertClientIsServed();
    await().until(() -> closed() == 1);
  }

  private long closed() throws IOException {
    long closed = 0;
    for (Stranger stranger : strangers) {
      closed += stranger.isClosed() ? 1 : 0;
    }
    return closed;
  }

  @Test
  void silentConnectionsKeepNobodyOut() throws IOException {
    start(8, new Times(LONG_MS, LONG_MS, 0));
    for (int i = 0; i < 8; i++) {
      stranger();
    }
    assertClientIsServed();
  }

  @Test
  void aStreamWithoutARequestAndAnUnfinishedOneAreClosed() throws IOException {
    start(8, new Times(LONG_MS, SHORT_MS, LONG_MS));
    Stranger silent = stranger();
    silent.open(METHOD);
    Stranger slow = stranger();
    slow.begin(slow.open(METHOD), 1_000, 10);
    await().until(() -> silent.isClosed() && slow.isClosed());
    assertClientIsServed();
  }

  @Test
  void whoeverAsksOnAndReadsNothingIsClosed() throws IOException {
    start(8, new Times(LONG_MS, LONG_MS, LONG_MS));
    Stranger greedy = stranger();
    int stream = greedy.open(METHOD);
    byte[] request = AllocateRequest.newBuilder().setId(1).setCount(1).build().toByteArray();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 500; i++) {
                for (int j = 0; j < 100; j++) {
                  greedy.send(stream, request);
                }
                greedy.awaitRead();
              }
            })
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SocketTimeoutException.class);
    assertClientIsServed();
  }

  @Test
  void anIdleClientIsClosedAndComesBackByItself() throws IOException {
    start(8, new Times(SHORT_MS, LONG_MS, LONG_MS));
    try (TimestampClient client =
        TimestampClient.connect(
            server.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
      long before = client.next(TIMEOUT_MS);
      await().until(() -> server.streams() == 0);
      assertThat(client.next(TIMEOUT_MS)).isGreaterThan(before);
    }
  }
}
