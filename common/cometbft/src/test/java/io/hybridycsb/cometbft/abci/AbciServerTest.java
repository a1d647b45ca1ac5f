package io.hybridycsb.cometbft.abci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.RequestCommit;
import io.hybridycsb.cometbft.abci.proto.RequestEcho;
import io.hybridycsb.cometbft.abci.proto.RequestFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.RequestInfo;
import io.hybridycsb.cometbft.abci.proto.RequestInitChain;
import io.hybridycsb.cometbft.abci.proto.RequestListSnapshots;
import io.hybridycsb.cometbft.abci.proto.RequestLoadSnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.RequestPrepareProposal;
import io.hybridycsb.cometbft.abci.proto.RequestQuery;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseProcessProposal.ProposalStatus;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AbciServerTest {
  private static final int MESSAGE_BYTES_MAX = 1 << 20;
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private AbciServer server;

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @Test
  void carriesAChainsCallsInBothDirections() throws IOException {
    CounterApplication application = new CounterApplication();
    FakeCometBft cometBft = serve(application);
    assertThat(cometBft.info()).isZero();
    Response started =
        cometBft.call(
            Request.newBuilder().setInitChain(RequestInitChain.newBuilder().setChainId("chain")));
    assertThat(started.getInitChain().getAppHash()).isEqualTo(bytes("chain"));

    List<ByteString> proposed = cometBft.prepare("a", "b").getPrepareProposal().getTxsList();
    assertThat(proposed).containsExactly(bytes("a"), bytes("b"), bytes("own"));
    assertThat(cometBft.process(proposed)).isEqualTo(ProposalStatus.ACCEPT);
    assertThat(cometBft.process(List.of(bytes("x")))).isEqualTo(ProposalStatus.REJECT);

    Response executed = cometBft.finalizeBlock(1, proposed);
    assertThat(executed.getFinalizeBlock().getAppHash()).isEqualTo(count(3));
    assertThat(executed.getFinalizeBlock().getTxResultsList())
        .extracting(result -> result.getData())
        .containsExactly(count(1), count(1), count(3));
    assertThat(cometBft.info()).isZero();
    cometBft.call(Request.newBuilder().setCommit(RequestCommit.getDefaultInstance()));
    assertThat(cometBft.info()).isEqualTo(1);
  }

  @Test
  void carriesChecksAndQueries() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    assertThat(cometBft.check("a").getCheckTx().getCode()).isEqualTo(AbciApplication.OK);
    assertThat(cometBft.check("x").getCheckTx().getCode()).isEqualTo(1);
    assertThat(cometBft.check("x").getCheckTx().getLog()).isEqualTo("starts with x");
    Response queried =
        cometBft.call(
            Request.newBuilder()
                .setQuery(RequestQuery.newBuilder().setPath("/count").setData(bytes("k"))));
    assertThat(queried.getQuery().getKey()).isEqualTo(bytes("k"));
    assertThat(queried.getQuery().getValue()).isEqualTo(count(0));
    assertThat(queried.getQuery().getLog()).isEqualTo("/count");
    assertThat(cometBft.echo("hello").getEcho().getMessage()).isEqualTo("hello");
  }

  @Test
  void carriesSnapshots() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    Response listed =
        cometBft.call(
            Request.newBuilder().setListSnapshots(RequestListSnapshots.getDefaultInstance()));
    Snapshot snapshot = listed.getListSnapshots().getSnapshots(0);
    assertThat(snapshot.getHash()).isEqualTo(count(0));
    assertThat(cometBft.offer(snapshot)).isEqualTo(ResponseOfferSnapshot.Result.ACCEPT);
    assertThat(cometBft.offer(snapshot.toBuilder().setFormat(2).build()))
        .isEqualTo(ResponseOfferSnapshot.Result.REJECT_FORMAT);
    Response chunk =
        cometBft.call(
            Request.newBuilder()
                .setLoadSnapshotChunk(RequestLoadSnapshotChunk.newBuilder().setFormat(1)));
    assertThat(cometBft.apply(chunk.getLoadSnapshotChunk().getChunk()).getResult())
        .isEqualTo(ResponseApplySnapshotChunk.Result.ACCEPT);
    ResponseApplySnapshotChunk again = cometBft.apply(bytes("wrong"));
    assertThat(again.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.RETRY);
    assertThat(again.getRefetchChunksList()).containsExactly(7);
    assertThat(again.getRejectSendersList()).containsExactly("peer");
  }

  @Test
  void answersInTheOrderOfRequestsOnceTheyAreFlushed() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    for (int i = 0; i < 100; i++) {
      cometBft.send(
          Request.newBuilder().setEcho(RequestEcho.newBuilder().setMessage(Integer.toString(i))));
    }
    cometBft.flush();
    for (int i = 0; i < 100; i++) {
      assertThat(cometBft.receive().getEcho().getMessage()).isEqualTo(Integer.toString(i));
    }
    assertThat(cometBft.receive().hasFlush()).isTrue();
  }

  @Test
  void aFailingCallIsAnsweredWithAnExceptionAndReported() throws IOException {
    FakeCometBft cometBft =
        serve(
            new CounterApplication() {
              @Override
              public ResponseFinalizeBlock finalizeBlock(Block block) {
                throw new IllegalStateException("the disk is full");
              }
            });
    Response response = cometBft.finalizeBlock(1, List.of());
    assertThat(response.getException().getError()).isEqualTo("the disk is full");
    assertThat(failures)
        .singleElement()
        .extracting(Throwable::getMessage)
        .isEqualTo("the disk is full");
    assertThat(cometBft.receive()).isNull();
  }

  @Test
  void aProposalAboveItsLimitIsAFailure() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    Response response =
        cometBft.call(
            Request.newBuilder()
                .setPrepareProposal(RequestPrepareProposal.newBuilder().setMaxTxBytes(4)));
    assertThat(response.getException().getError())
        .isEqualTo("a proposal of 5 bytes where 4 are allowed");
    assertThat(failures).hasSize(1);
  }

  @Test
  void aCallThatIsNotKnownIsAFailure() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    assertThat(cometBft.call(Request.newBuilder()).getException().getError())
        .contains("doesn't know");
    assertThat(failures).hasSize(1);
  }

  @Test
  void aMessageAboveTheLimitClosesItsConnectionOnly() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    FakeCometBft stranger = connect();
    // A varint of 2 MiB, of which nothing need follow.
    stranger.sendRaw(new byte[] {(byte) 0x80, (byte) 0x80, (byte) 0x80, 1});
    assertThat(stranger.receive()).isNull();
    assertThat(cometBft.echo("still there").getEcho().getMessage()).isEqualTo("still there");
    assertThat(failures).isEmpty();
  }

  @Test
  void whatIsNotAbciClosesItsConnectionOnly() throws IOException {
    FakeCometBft cometBft = serve(new CounterApplication());
    FakeCometBft stranger = connect();
    stranger.sendRaw("GET / HTTP/1.1\r\n\r\n".repeat(10).getBytes(StandardCharsets.UTF_8));
    await().atMost(WAIT).until(() -> isClosed(stranger));
    assertThat(cometBft.echo("still there").getEcho().getMessage()).isEqualTo("still there");
    assertThat(failures).isEmpty();
  }

  @Test
  void aConnectionTooManyIsClosedAndALostOneMakesRoom() throws IOException {
    FakeCometBft first = serve(new CounterApplication());
    first.echo("first");
    for (int i = 1; i < AbciServer.CONNECTIONS_MAX; i++) {
      connect().echo("another");
    }
    assertThat(isClosed(connect())).isTrue();
    first.close();
    // Until then, the server may close one that has something to say: that is a reset.
    await()
        .atMost(WAIT)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              try (FakeCometBft late = new FakeCometBft(server.address())) {
                assertThat(late.echo("room")).isNotNull();
              }
            });
  }

  @Test
  void callsThatChangeTheApplicationComeOneAtATimeAndChecksMeanwhile() throws Exception {
    CountDownLatch executing = new CountDownLatch(1);
    CountDownLatch checked = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    FakeCometBft old =
        serve(
            new CounterApplication() {
              @Override
              public ResponseFinalizeBlock finalizeBlock(Block block) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                executing.countDown();
                awaitQuietly(checked);
                ResponseFinalizeBlock result = super.finalizeBlock(block);
                inside.decrementAndGet();
                return result;
              }

              @Override
              public ResponseInfo info() {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                return super.info();
              }
            });
    old.send(Request.newBuilder().setFinalizeBlock(RequestFinalizeBlock.newBuilder().setHeight(1)));
    old.flush();
    awaitQuietly(executing);
    FakeCometBft restarted = connect();
    restarted.send(Request.newBuilder().setInfo(RequestInfo.getDefaultInstance()));
    restarted.flush();
    assertThat(connect().check("a").getCheckTx().getCode()).isEqualTo(AbciApplication.OK);
    checked.countDown();
    assertThat(restarted.receive().hasInfo()).isTrue();
    assertThat(old.receive().hasFinalizeBlock()).isTrue();
    assertThat(most).hasValue(1);
  }

  @Test
  void aTransactionsShareOfABlockIsItsProtobufField() {
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 3_000_000}) {
      RequestPrepareProposal one =
          RequestPrepareProposal.newBuilder().addTxs(ByteString.copyFrom(new byte[length])).build();
      assertThat(AbciApplication.bytesInBlock(length)).isEqualTo(one.getSerializedSize());
    }
  }

  @Test
  void aUnixSocketIsForItsOwnerAloneAndReplacesWhatAKilledProcessLeft(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("abci.socket");
    SocketAddress address = UnixDomainSocketAddress.of(file);
    ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address).close();
    assertThat(file).exists();

    FakeCometBft cometBft = serve(new CounterApplication(), address);
    assertThat(cometBft.echo("hello").getEcho().getMessage()).isEqualTo("hello");
    ByteString large = ByteString.copyFrom(new byte[MESSAGE_BYTES_MAX / 2]);
    assertThat(cometBft.process(List.of(large))).isEqualTo(ProposalStatus.ACCEPT);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> serve(new CounterApplication(), address))
        .hasMessage("abci.listen=unix:" + file + ": another process listens there");
  }

  private FakeCometBft serve(AbciApplication application) throws IOException {
    return serve(application, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private FakeCometBft serve(AbciApplication application, SocketAddress address)
      throws IOException {
    server = AbciServer.start(address, application, MESSAGE_BYTES_MAX, failures::add);
    opened.add(server);
    return connect();
  }

  private FakeCometBft connect() throws IOException {
    FakeCometBft connection = new FakeCometBft(server.address());
    opened.add(connection);
    return connection;
  }

  private static boolean isClosed(FakeCometBft connection) {
    try {
      return connection.receive() == null;
    } catch (IOException e) {
      return true;
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      if (!latch.await(WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static ByteString count(long count) {
    return ByteString.copyFrom(CounterApplication.hash(count));
  }
}
