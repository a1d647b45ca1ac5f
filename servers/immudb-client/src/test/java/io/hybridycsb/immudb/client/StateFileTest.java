package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hybridycsb.immudb.client.StateFile.Kept;
import io.hybridycsb.immudb.proof.Sha256;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.verification.Hash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
  private static final Hash HASH = Sha256.of(new byte[] {1});

  @TempDir Path directory;

  private StateFile file() {
    return new StateFile(directory.resolve("state.json"));
  }

  private static Kept kept(long tx) {
    return new Kept("server1", "hybrid", new State(tx, HASH));
  }

  @Test
  void whatIsKeptIsReadAgain() throws Exception {
    assertThat(file().read()).isEmpty();

    file().update(before -> kept(17));

    assertThat(file().read()).contains(kept(17));
  }

  @Test
  void updatesOfSeveralThreadsComeOneAfterAnother() {
    CompletableFuture<?>[] updates =
        IntStream.range(0, 32)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> {
                          try {
                            file().update(StateFileTest::next);
                          } catch (Exception e) {
                            throw new IllegalStateException(e);
                          }
                        }))
            .toArray(CompletableFuture[]::new);

    CompletableFuture.allOf(updates).join();

    assertThat(file().read()).contains(kept(32));
  }

  private static Kept next(Optional<Kept> before) {
    return kept(before.map(each -> each.state().tx()).orElse(0L) + 1);
  }

  @Test
  void aFileThatIsNoStateIsNamed() throws Exception {
    Files.writeString(file().file(), "{\"transaction\": 17, \"hash\": \"ab\"}");

    assertThatIllegalStateException()
        .isThrownBy(() -> file().read())
        .withMessageStartingWith("the state file ")
        .withMessageContaining("can't be read: a hash has 1 bytes, not 32");
  }
}
