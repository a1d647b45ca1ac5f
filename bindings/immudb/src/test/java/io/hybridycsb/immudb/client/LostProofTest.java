package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.hybridycsb.immudb.client.RecordedAnswers.Write;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KeyValue;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two verified writes at once, of which one needs a further proof that the server doesn't give. */
class LostProofTest {
  private static final long SINCE = 3;

  @TempDir Path directory;

  private final RecordedAnswers recorded = new RecordedAnswers();
  private final CountDownLatch laterIsAsked = new CountDownLatch(1);
  private final CountDownLatch earlierIsWritten = new CountDownLatch(1);
  private ImmudbStandIn server;
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
        new ImmudbStandIn()
            .on(
                Methods.CURRENT_STATE,
                any ->
                    ImmutableState.newBuilder()
                        .setTxId(SINCE)
                        .setTxHash(Messages.bytes(since.hash()))
                        .build())
            .on(Methods.VERIFIABLE_SET, asked -> written(asked.getSetRequest()))
            .on(Methods.VERIFIABLE_TX, any -> lost());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The later of both is answered once the earlier one has moved the client's state on. */
  private VerifiableTx written(SetRequest request) {
    try {
      if (!request.getKVsList().equals(later.request().getKVsList())) {
        return VerifiableTx.parseFrom(earlier.answer());
      }
      laterIsAsked.countDown();
      if (!earlierIsWritten.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the other write has not ended");
      }
      return VerifiableTx.parseFrom(later.answer());
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
                "database hybrid of immudb " + ImmudbStandIn.ID,
                new TreeMap<>(Map.of("transactions", new Position(since.tx(), since.hash())))));
    Immudb client = Immudb.open(server.server(30_000), Optional.of(file.file()));
    CompletableFuture<CallFailed> failed =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    CallFailed.class, () -> client.verifiedSet(changes(later), List.of())));

    assertThat(laterIsAsked.await(30, TimeUnit.SECONDS)).isTrue();
    client.verifiedSet(changes(earlier), List.of());
    earlierIsWritten.countDown();

    assertThat(failed.get(30, TimeUnit.SECONDS).kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
    assertThat(failed.get()).hasMessage("written, but not proven any more: no proof for you");
  }
}
