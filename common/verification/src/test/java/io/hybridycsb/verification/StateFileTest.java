package io.hybridycsb.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {
  private static final Hash HASH = Hash.ofHex("a1".repeat(32));

  @TempDir Path directory;

  private StateFile file() {
    return new StateFile(directory.resolve("verified"));
  }

  private static Kept kept(long height) {
    return new Kept("ledger one", new TreeMap<>(Map.of("c", new Position(height, HASH))));
  }

  @Test
  void whatIsKeptIsReadAgain() {
    Kept two =
        new Kept(
            "ledger two",
            new TreeMap<>(
                Map.of("shard0", new Position(17, HASH), "shard1", new Position(9, HASH))));
    assertThat(file().read()).isEmpty();

    file().update(before -> two);

    assertThat(file().read()).contains(two);
    assertThat(file().file())
        .hasContent(
            "ledger ledger two\nchain shard0 17 %1$s\nchain shard1 9 %1$s\n".formatted(HASH));
  }

  @Test
  void everyHeightThatCanBeKeptIsReadAgain() {
    file().update(before -> kept(Long.MAX_VALUE));

    assertThat(file().read()).contains(kept(Long.MAX_VALUE));
  }

  @Test
  void whatCouldNotBeReadAgainIsNotWritten() {
    file().update(before -> kept(1));
    Kept halfACharacter = new Kept("ledger \ud800", kept(2).chains());

    assertThatIllegalStateException()
        .isThrownBy(() -> file().update(before -> halfACharacter))
        .withMessageStartingWith("the state file " + file().file() + " can't be written: ");
    assertThat(file().read()).contains(kept(1));
  }

  @Test
  void updatesOfSeveralThreadsComeOneAfterAnother() {
    CompletableFuture<?>[] updates =
        IntStream.range(0, 32)
            .mapToObj(i -> CompletableFuture.runAsync(() -> file().update(StateFileTest::next)))
            .toArray(CompletableFuture[]::new);

    CompletableFuture.allOf(updates).join();

    assertThat(file().read()).contains(kept(32));
  }

  @Test
  void whoeverCannotWaitLeavesAFileThatAnotherThreadUpdates() {
    file()
        .update(
            before -> {
              assertThat(CompletableFuture.supplyAsync(() -> file().tryUpdate(StateFileTest::next)))
                  .succeedsWithin(Duration.ofSeconds(30))
                  .isEqualTo(Optional.empty());
              return next(before);
            });
    assertThat(file().read()).contains(kept(1));

    assertThat(file().tryUpdate(StateFileTest::next)).contains(kept(2));
    assertThat(file().read()).contains(kept(2));
  }

  @Test
  void whatStaysAsItWasIsNotWrittenAgain() throws Exception {
    file().update(before -> kept(1));
    Object written = identity();

    assertThat(file().update(before -> kept(1))).isEqualTo(kept(1));
    assertThat(identity()).isEqualTo(written);
    file().update(before -> kept(2));
    assertThat(identity()).isNotEqualTo(written);
  }

  /** Of the file itself, which writing replaces. */
  private Object identity() throws IOException {
    return Files.readAttributes(file().file(), BasicFileAttributes.class).fileKey();
  }

  private static Kept next(Optional<Kept> before) {
    return kept(before.map(each -> each.chains().get("c").height()).orElse(0L) + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "ledger ",
        "ledger a\nchain c 0 HASH",
        "ledger a\nchain c 17 ab",
        "ledger a\nchain c 9223372036854775808 HASH",
        "ledger a\nchain c 17 HASH\nchain c 18 HASH",
        "ledger a\n\nchain c 17 HASH"
      })
  void aFileThatIsNoStateIsNamedAndNeverTakenForAnEmptyOne(String content) throws Exception {
    Files.writeString(file().file(), content.replace("HASH", HASH.toString()));

    assertThatIllegalStateException()
        .isThrownBy(() -> file().read())
        .withMessageStartingWith("the state file " + file().file() + " can't be read: ")
        .withMessageEndingWith("; restore it, or remove it to trust the ledger as it is");
    assertThatIllegalStateException().isThrownBy(() -> file().update(before -> kept(1)));
  }

  @Test
  void aPathThatCannotBeFollowedIsNotTakenForAFileThatIsAbsent() throws Exception {
    Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("gone"));
    Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
    Path belowAFile = Files.createFile(directory.resolve("file")).resolve("state");

    for (Path path : List.of(dangling, loop, belowAFile)) {
      StateFile unclear = new StateFile(path);
      assertThatIllegalStateException()
          .isThrownBy(unclear::read)
          .withMessageStartingWith("the state file " + path + " can't be read: ");
      assertThatIllegalStateException()
          .isThrownBy(() -> unclear.update(before -> kept(1)))
          .withMessageStartingWith("the state file " + path + " can't be written: ");
    }
  }

  @Test
  void aDirectoryThatDoesNotExistIsNamedAsTheReason() {
    StateFile homeless = new StateFile(directory.resolve("none").resolve("state"));
    String reason =
        "the state file %s can't be used: its directory doesn't exist".formatted(homeless.file());

    assertThatIllegalStateException().isThrownBy(homeless::read).withMessage(reason);
    assertThatIllegalStateException()
        .isThrownBy(() -> homeless.update(before -> kept(1)))
        .withMessage(reason);
  }

  @Test
  void onlyARegularFileIsRead() {
    for (Path path : List.of(directory, Path.of("/dev/zero"))) {
      assertThatIllegalStateException()
          .isThrownBy(() -> new StateFile(path).read())
          .withMessageContaining("it is no regular file");
    }
  }

  @Test
  void aLinkAndTheFileThatItNamesAreOneFile() throws Exception {
    file().update(before -> kept(1));
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), file().file());

    new StateFile(link).update(StateFileTest::next);

    assertThat(link).isSymbolicLink();
    assertThat(elsewhere.toFile().list()).containsExactly("link");
    assertThat(file().read()).contains(kept(2));
  }

  @Test
  void aFileOfAnotherLedgerSaysWhose() {
    assertThat(file().whyNotOf("ledger one", kept(1))).isEmpty();
    assertThat(file().whyNotOf("ledger two", kept(1)))
        .contains(
            file().file()
                + " has the state of ledger one; this is ledger two. Remove it to trust this one");
  }

  @Test
  void aChainThatIsMissingIsNotTakenForOneOfWhichNothingIsKnown() {
    assertThat(kept(17).of("c").height()).isEqualTo(17);
    assertThatIllegalStateException()
        .isThrownBy(() -> kept(17).of("d"))
        .withMessage("what is kept of ledger one lacks its chain d");
  }

  @Test
  void aNameThatCouldNotBeReadAgainIsRefused() {
    for (String name : new String[] {"", " a", "a\nb"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Kept(name, new TreeMap<>()));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Kept("a", new TreeMap<>(Map.of("c d", new Position(1, HASH)))));
  }
}
