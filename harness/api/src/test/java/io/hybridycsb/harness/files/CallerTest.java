package io.hybridycsb.harness.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTest {
  private static final Caller ME = Caller.current();
  private static final Caller ANOTHER = Caller.of(ME.uid() + 1, Map.of());

  @TempDir Path root;

  private Path file(String permissions) throws IOException {
    Path file = Files.createFile(root.resolve("state.json"));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void whatIsTheCallersOwnIsAccepted() throws Exception {
    assertThatCode(() -> ME.requireOwn(file("rw-r--r--"), "go elsewhere"))
        .doesNotThrowAnyException();
    assertThatCode(() -> ME.requireOwn(root, "go elsewhere")).doesNotThrowAnyException();
    assertThatCode(() -> ME.requireOwn(root.resolve("none"), "go elsewhere"))
        .doesNotThrowAnyException();
  }

  @Test
  void whatIsAnothersIsRefusedInOneLineWithTheNextStep() throws Exception {
    Path file = file("rw-------");

    assertThatThrownBy(() -> ANOTHER.requireOwn(file, "go elsewhere"))
        .isInstanceOf(HarnessException.class)
        .hasMessage(file + " belongs to another user, and what is in it is run: go elsewhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw--w----", "rw-----w-", "rwxrwxrwx"})
  void whatOthersMayWriteToIsRefusedInOneLineWithTheNextStep(String permissions) throws Exception {
    Path file = file(permissions);

    assertThatThrownBy(() -> ME.requireOwn(file, "go elsewhere"))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "others may write to %s, and what is in it is run: if it is all yours, run 'chmod go-w %s'"
                .formatted(file, file));
  }

  @Test
  void whatALinkLeadsToIsJudged() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("link"), file("rw-rw-rw-"));

    assertThatThrownBy(() -> ME.requireOwn(link, "go elsewhere"))
        .hasMessageContaining("others may write");
    assertThatThrownBy(() -> ANOTHER.requireOwn(link, "go elsewhere"))
        .hasMessageContaining("belongs to");
  }

  @Test
  void onlyRootTakesForHisOwnWhatIsOfTheUserWhoCalledSudo() throws Exception {
    Path file = file("rw-------");
    Map<String, String> calledByMe = Map.of("SUDO_UID", Long.toString(ME.uid()));
    Map<String, String> calledByAnother = Map.of("SUDO_UID", Long.toString(ME.uid() + 2));

    assertThatCode(() -> Caller.of(0, calledByMe).requireOwn(file, "go elsewhere"))
        .doesNotThrowAnyException();
    for (Caller other :
        List.of(Caller.of(ME.uid() + 1, calledByMe), Caller.of(ME.uid() + 1, calledByAnother))) {
      assertThatThrownBy(() -> other.requireOwn(file, "go elsewhere"))
          .hasMessageContaining("belongs to");
    }
    assertThat(Caller.of(0, Map.of("SUDO_UID", "me")).behindSudo()).isEmpty();
  }

  private static Path directory(Path directory, String permissions) throws IOException {
    return Files.setPosixFilePermissions(
        Files.createDirectory(directory), PosixFilePermissions.fromString(permissions));
  }

  /** So somebody else could exchange it between this look and the use. */
  @Test
  void whatOthersMayReplaceIsRefusedInOneLineWithTheNextStep() throws Exception {
    Path shared = directory(root.resolve("shared"), "rwxrwxrwx");
    Path own =
        directory(directory(shared.resolve("above"), "rwx------").resolve("own"), "rwx------");
    Path link = Files.createSymbolicLink(root.resolve("link"), shared);
    Path ofAbove = Files.createSymbolicLink(shared.resolve("link"), Path.of("../shared/above"));
    Path twice = Files.createSymbolicLink(root.resolve("twice"), ofAbove);

    for (Path place :
        List.of(own, link.resolve("above/own"), twice.resolve("own"), shared.resolve("none"))) {
      assertThatThrownBy(() -> ME.requireOwn(place, "go elsewhere"))
          .isInstanceOf(HarnessException.class)
          .hasMessage(
              "others may replace %1$s, because they may write to %2$s, and what is in it is run: run 'chmod go-w %2$s', or go elsewhere"
                  .formatted(place, shared));
    }
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Path place : List.of(own, link.resolve("above/own"), twice.resolve("own"))) {
      assertThatCode(() -> ME.requireOwn(place, "go elsewhere")).doesNotThrowAnyException();
    }
  }

  @Test
  void nobodyReplacesWhatIsOfOthersInAStickyDirectory() throws Exception {
    Path sticky = directory(root.resolve("sticky"), "rwxrwxrwx");
    Path own = directory(sticky.resolve("own"), "rwx------");
    Files.setAttribute(sticky, "unix:mode", 01777);

    assertThatCode(() -> ME.requireOwn(own, "go elsewhere")).doesNotThrowAnyException();
  }

  @Test
  void aLoopOfLinksIsRefused() throws Exception {
    Path loop = Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));

    assertThatThrownBy(() -> ME.requireOwn(loop.resolve("below"), "go elsewhere"))
        .hasMessageStartingWith("cannot tell whose " + loop.resolve("below") + " is");
  }

  @Test
  void theCallerIsWhoeverOwnsHisNewFilesWithOrWithoutAName() throws Exception {
    assertThat(Files.getAttribute(file("rw-------"), "unix:uid")).isEqualTo((int) ME.uid());
  }
}
