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
    assertThatCode(() -> ME.requireOwn(file("rw-r--r--"), root, "go elsewhere"))
        .doesNotThrowAnyException();
    assertThatCode(() -> ME.requireOwn(root, root, "go elsewhere")).doesNotThrowAnyException();
    assertThatCode(() -> ME.requireOwn(root.resolve("none"), root, "go elsewhere"))
        .doesNotThrowAnyException();
  }

  @Test
  void whatIsAnothersIsRefusedInOneLineWithTheNextStep() throws Exception {
    Path file = file("rw-------");

    assertThatThrownBy(() -> ANOTHER.requireOwn(file, root, "go elsewhere"))
        .isInstanceOf(HarnessException.class)
        .hasMessage(file + " belongs to another user, and what is in it is run: go elsewhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw--w----", "rw-----w-", "rwxrwxrwx"})
  void whatOthersMayWriteToIsRefusedInOneLineWithTheNextStep(String permissions) throws Exception {
    Path file = file(permissions);

    assertThatThrownBy(() -> ME.requireOwn(file, root, "go elsewhere"))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "others may write to %s, and what is in it is run: if it is all yours, run 'chmod -R go-w %s'"
                .formatted(file, root));
  }

  @Test
  void whatALinkLeadsToIsJudged() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("link"), file("rw-rw-rw-"));

    assertThatThrownBy(() -> ME.requireOwn(link, root, "go elsewhere"))
        .hasMessageContaining("others may write");
    assertThatThrownBy(() -> ANOTHER.requireOwn(link, root, "go elsewhere"))
        .hasMessageContaining("belongs to");
  }

  @Test
  void onlyRootTakesForHisOwnWhatIsOfTheUserWhoCalledSudo() throws Exception {
    Path file = file("rw-------");
    Map<String, String> calledByMe = Map.of("SUDO_UID", Long.toString(ME.uid()));
    Map<String, String> calledByAnother = Map.of("SUDO_UID", Long.toString(ME.uid() + 2));

    assertThatCode(() -> Caller.of(0, calledByMe).requireOwn(file, root, "go elsewhere"))
        .doesNotThrowAnyException();
    for (Caller other :
        List.of(Caller.of(ME.uid() + 1, calledByMe), Caller.of(ME.uid() + 1, calledByAnother))) {
      assertThatThrownBy(() -> other.requireOwn(file, root, "go elsewhere"))
          .hasMessageContaining("belongs to");
    }
    assertThat(Caller.of(0, Map.of("SUDO_UID", "me")).behindSudo()).isEmpty();
  }
}
