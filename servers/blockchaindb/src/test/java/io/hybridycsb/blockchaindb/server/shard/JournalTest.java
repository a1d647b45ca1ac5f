package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path directory;

  private static Submitted submitted(long nonce) {
    return submitted(nonce, update(nonce));
  }

  private static Submitted submitted(long nonce, AccountWrite... writes) {
    return new Submitted(nonce, new byte[] {1, 2, (byte) nonce}, List.of(writes), List.of());
  }

  private static AccountWrite update(long number) {
    byte[] id = new byte[16];
    Arrays.fill(id, (byte) number);
    Write update =
        Write.newBuilder()
            .setKind(Kind.MERGE)
            .setKey(ByteString.copyFromUtf8("t\0k" + number))
            .setRecord(ByteString.copyFrom(new byte[] {1, (byte) number}))
            .build();
    return new AccountWrite(number, new PendingWrite(ByteString.copyFrom(id), update, 0, 0));
  }

  /** What a write is, however it was found. */
  private static List<Object> told(Submitted submitted) {
    List<Object> told = new ArrayList<>(List.of(submitted.nonce(), submitted.hashHex()));
    submitted
        .writes()
        .forEach(w -> told.addAll(List.of(w.number(), w.operation(), w.pending().write())));
    return told;
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
  void whatWasSignedIsFoundAgainWithItsWrites() {
    write(1, 2);
    write(3);

    assertThat(read())
        .extracting(JournalTest::told)
        .containsExactly(told(submitted(1)), told(submitted(2)), told(submitted(3)));
  }

  @Test
  void aWriteThatTwoTransactionsCarryIsFoundAsOne() {
    AccountWrite write = update(7);
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(1, write, update(8)));
      journal.turnOver();
      journal.signed(submitted(2, update(9), write));
    }

    List<Submitted> found = read();

    assertThat(found.get(1).writes().get(1)).isSameAs(found.get(0).writes().get(0));
  }

  @Test
  void aWriteThatWasSettledElsewhereIsFoundSettled() {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(1, update(7), update(8)));
      journal.settled(7, Outcome.COMMITTED);
      journal.settled(99, Outcome.COMMITTED);
    }

    List<AccountWrite> found = read().get(0).writes();

    assertThat(found.get(0).settled().orElseThrow().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(found.get(1).isSettled()).isFalse();
  }

  /** A later process counts on from the writes that it finds. */
  @Test
  void theNumberOfAWriteWhoseTransactionWasRefusedMayBeGivenToAnother() {
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(1, update(7)));
      journal.signed(submitted(2, update(8)));
      journal.refused(2);
    }
    AccountWrite other =
        new AccountWrite(
            8, new PendingWrite(update(9).operation(), update(9).pending().write(), 0, 0));
    try (Journal journal = Journal.open(directory.resolve("journal"), new ArrayList<>())) {
      journal.signed(submitted(2, other));
    }

    assertThat(read()).last().extracting(JournalTest::told).isEqualTo(told(submitted(2, other)));
  }

  @Test
  void aJournalOfAnotherVersionIsRefused() throws Exception {
    byte[] body = ByteBuffer.allocate(9).put((byte) 1).putLong(1).array();
    CRC32 crc = new CRC32();
    crc.update(body);
    Files.write(
        directory.resolve("journal"),
        ByteBuffer.allocate(17).putInt(9).putInt((int) crc.getValue()).put(body).array());

    assertThatThrownBy(this::read).hasMessageContaining("another version");
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
