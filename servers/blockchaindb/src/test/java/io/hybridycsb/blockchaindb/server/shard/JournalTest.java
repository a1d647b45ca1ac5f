package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path directory;

  private static Submitted submitted(long nonce) {
    byte[] id = new byte[16];
    Arrays.fill(id, (byte) nonce);
    return new Submitted(
        nonce, new byte[] {1, 2, (byte) nonce}, Set.of(ByteString.copyFrom(id)), List.of());
  }

  private List<Submitted> read() {
    List<Submitted> found = new ArrayList<>();
    Journal.open(directory.resolve("journal"), found).close();
    return found;
  }

  private void write(long... nonces) {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      for (long nonce : nonces) {
        journal.signed(submitted(nonce));
      }
    }
  }

  @Test
  void whatWasSignedIsFoundAgainWithItsOperations() {
    write(1, 2);
    write(3);

    assertThat(read())
        .extracting(Submitted::nonce, Submitted::hashHex, Submitted::operations)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                1L, submitted(1).hashHex(), submitted(1).operations()),
            org.assertj.core.groups.Tuple.tuple(
                2L, submitted(2).hashHex(), submitted(2).operations()),
            org.assertj.core.groups.Tuple.tuple(
                3L, submitted(3).hashHex(), submitted(3).operations()));
  }

  @Test
  void whatACrashCutOffIsDroppedAndTheRestGoesOn() throws Exception {
    write(1, 2);
    Path file = directory.resolve("journal");
    byte[] whole = Files.readAllBytes(file);
    for (int length = whole.length / 2; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(read()).extracting(Submitted::nonce).containsExactly(1L);
    }

    write(2, 3);
    assertThat(read()).extracting(Submitted::nonce).containsExactly(1L, 2L, 3L);
  }

  @Test
  void whatAFailedWriteLeftBehindDoesNotHideWhatComesLater() throws Exception {
    Path file = directory.resolve("journal");
    try (Journal journal = Journal.open(file, new ArrayList<>())) {
      journal.signed(submitted(1));
      Files.write(file, new byte[] {0, 0, 0, 99, 7}, StandardOpenOption.APPEND);
      journal.signed(submitted(2));
    }
    assertThat(read()).extracting(Submitted::nonce).containsExactly(1L, 2L);
  }

  @Test
  void aRefusedTransactionIsForgottenSoThatItsNonceCanBeUsedAgain() {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(1));
      journal.signed(submitted(2));
      journal.refused(2);
    }
    write(2);

    assertThat(read()).extracting(Submitted::nonce).containsExactly(1L, 2L);
  }

  @Test
  void theOlderFileIsReadUntilTheNewerTakesItsPlace() {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(1));
      journal.turnOver();
      journal.signed(submitted(2));
    }
    assertThat(read()).extracting(Submitted::nonce).containsExactly(1L, 2L);
  }

  @Test
  void aFileIsForgottenOnlyOnceAllThatItHoldsIsDeepInTheChain() {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>(), 100)) {
      signUntilReady(journal, 0, 10);
      journal.turnOver();
      signUntilReady(journal, 10, 20);
      assertThat(journal.isReadyToTurnOver(9)).isFalse();
      assertThat(journal.isReadyToTurnOver(10)).isTrue();
    }
    try (Journal again = Journal.open(directory.resolve("journal"), new ArrayList<>(), 100)) {
      assertThat(again.isReadyToTurnOver(9)).isFalse();
      assertThat(again.isReadyToTurnOver(10)).isTrue();
    }
  }

  private static void signUntilReady(Journal journal, long from, long to) {
    assertThat(journal.isReadyToTurnOver(Long.MAX_VALUE)).isFalse();
    for (long nonce = from; nonce < to; nonce++) {
      journal.signed(submitted(nonce));
    }
    assertThat(journal.isReadyToTurnOver(Long.MAX_VALUE)).isTrue();
  }
}
