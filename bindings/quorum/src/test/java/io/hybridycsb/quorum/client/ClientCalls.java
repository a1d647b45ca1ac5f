package io.hybridycsb.quorum.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What tests do with a client, and how long they wait for it. */
final class ClientCalls {
  private static final long PATIENT_MS = 60_000;

  private ClientCalls() {}

  /** A client whose operations have little time, and which has long to begin and to follow. */
  static QuorumClient open(ClusterFile cluster, ReadPolicy reads, long timeoutMs)
      throws InterruptedException {
    return QuorumClient.open(cluster, reads, timeoutMs, PATIENT_MS, PATIENT_MS);
  }

  static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInSameThread().atMost(PATIENT_MS, TimeUnit.MILLISECONDS);
  }

  /** A call fails so; one that is {@link NotAnswered} with other words ended too early. */
  static void assertFails(Class<?> kind, String words, ThrowingCallable call) {
    Throwable failure =
        await(words)
            .until(
                () -> requireNonNull(catchThrowable(call)),
                thrown ->
                    !(thrown instanceof NotAnswered) || thrown.getMessage().startsWith(words));
    assertThat(failure).isInstanceOf(kind).hasMessageStartingWith(words);
  }

  /** Why a client isn't opened in this time, once that is such an answer of the nodes. */
  static String whyNotOpened(ClusterFile cluster, long timeoutMs, Predicate<String> answer) {
    return await("an answer")
        .until(
            () ->
                requireNonNull(
                        catchThrowableOfType(
                            IllegalStateException.class,
                            () ->
                                QuorumClient.open(cluster, ReadPolicy.SESSION, timeoutMs).close()),
                        "the client is open")
                    .getMessage(),
            answer);
  }

  /** Something that a client does. */
  interface Call<T> {
    T make() throws Exception;
  }

  /** What a client does in another thread. */
  static <T> CompletableFuture<T> later(Call<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.make();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
