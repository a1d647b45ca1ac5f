package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.immudb.client.RecordedAnswers.Write;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KeyValue;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two verified writes at once, of which one needs a further proof that the server doesn't give. */
class LostProofTest {
  private static final long SINCE = 3;

  @TempDir Path directory;

  private final RecordedAnswers recorded = new RecordedAnswers();
  private final CountDownLatch earlierIsWritten = new CountDownLatch(1);
  private Server server;
  private State since;
  private Write earlier;
  private Write later;

  @BeforeEach
  void serve() throws Exception {
    since = recorded.states().get(SINCE);
    // Of transactions 6 and 7, both proven since 3.
    earlier = recorded.writes().get(5);
    later = recorded.writes().get(6);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder("immudb.schema.ImmuService")
                    .addMethod(
                        Methods.OPEN_SESSION.descriptor(),
                        answer(any -> OpenSessionResponse.newBuilder().setServerUUID("s").build()))
                    .addMethod(
                        Methods.CURRENT_STATE.descriptor(),
                        answer(
                            any ->
                                ImmutableState.newBuilder()
                                    .setTxId(SINCE)
                                    .setTxHash(ByteString.copyFrom(since.hash().bytes()))
                                    .build()))
                    .addMethod(
                        Methods.VERIFIABLE_SET.descriptor(),
                        answer(asked -> written(asked.getSetRequest())))
                    .addMethod(Methods.VERIFIABLE_TX.descriptor(), answer(any -> lost()))
                    .build())
            .build()
            .start();
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  private static <Q, A> ServerCallHandler<Q, A> answer(Function<Q, A> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) -> {
          try {
            observer.onNext(answer.apply(request));
            observer.onCompleted();
          } catch (RuntimeException e) {
            observer.onError(e);
          }
        });
  }

  /** The later of both is answered once the earlier one has moved the client's state on. */
  private VerifiableTx written(SetRequest request) {
    boolean isLater = request.getKVsList().equals(later.request().getKVsList());
    try {
      if (isLater && !earlierIsWritten.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the other write has not ended");
      }
      return VerifiableTx.parseFrom(isLater ? later.answer() : earlier.answer());
    } catch (InterruptedException | InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VerifiableTx lost() {
    throw Status.UNAUTHENTICATED.withDescription("no proof for you").asRuntimeException();
  }

  private static List<Change> changes(Write write) {
    return write.request().getKVsList().stream().map(LostProofTest::change).toList();
  }

  private static Change change(KeyValue change) {
    return new Change(
        change.getKey().toByteArray(),
        change.getMetadata().getDeleted()
            ? Optional.empty()
            : Optional.of(change.getValue().toByteArray()));
  }

  /** It was made: whoever took it for refused would have it appear from nowhere. */
  @Test
  void aWriteThatIsMadeAndNotProvenAnyMoreIsOfUnknownOutcome() throws Exception {
    StateFile file = new StateFile(directory.resolve("state"));
    file.update(
        before ->
            new Kept(
                "database hybrid of immudb s",
                new TreeMap<>(Map.of("transactions", new Position(since.tx(), since.hash())))));
    io.hybridycsb.immudb.client.Server address =
        new io.hybridycsb.immudb.client.Server(
            "127.0.0.1:" + server.getPort(), "hybrid", "immudb", "immudb", 1, 30_000);
    Immudb client = Immudb.open(address, Optional.of(file.file()));
    CompletableFuture<CallFailed> failed =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    CallFailed.class, () -> client.verifiedSet(changes(later), List.of())));

    client.verifiedSet(changes(earlier), List.of());
    earlierIsWritten.countDown();

    assertThat(failed.get(30, TimeUnit.SECONDS).kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
    assertThat(failed.get()).hasMessage("written, but not proven any more: no proof for you");
  }
}
