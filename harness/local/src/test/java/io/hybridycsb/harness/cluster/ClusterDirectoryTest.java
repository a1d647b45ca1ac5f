package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.network.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterDirectoryTest {
  private static final ClusterState STATE =
      new ClusterState(
          "shell", 1, Map.of(), Map.of(), List.of(), Map.of(), Map.of(), Network.NONE, Map.of());

  @TempDir Path work;

  private Path root() {
    return work.resolve(".hybrid");
  }

  private ClusterDirectory made() {
    ClusterDirectory directory = ClusterDirectory.of(root(), "shell");
    directory.make();
    directory.save(STATE);
    PrivateFiles.write(directory.ycsbProperties(), "");
    return directory;
  }

  private static String permissions(Path place) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(place));
  }

  private static void set(Path place, String permissions) throws IOException {
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void nobodyElseCanLookIntoANewRunDirectory() throws Exception {
    ClusterDirectory directory = made();

    assertThat(permissions(root())).isEqualTo("rwx------");
    assertThat(permissions(directory.path())).isEqualTo("rwx------");
    assertThat(permissions(directory.path().resolve("state.json"))).isEqualTo("rw-------");
    assertThat(permissions(directory.ycsbProperties())).isEqualTo("rw-------");
  }

  @Test
  void aRunDirectoryThatOthersCouldReadIsClosedToThem() throws Exception {
    ClusterDirectory directory = made();
    set(root(), "rwxr-xr-x");
    set(directory.path(), "rwxr-xr-x");

    assertThat(directory.load()).contains(STATE);

    assertThat(permissions(root())).isEqualTo("rwx------");
    assertThat(permissions(directory.path())).isEqualTo("rwx------");
  }

  @Test
  void aDirectoryThatTheUserNamesHimselfKeepsItsPermissions() throws Exception {
    set(work, "rwxr-xr-x");

    ClusterDirectory.of(work, "shell").lock().close();

    assertThat(permissions(work)).isEqualTo("rwxr-xr-x");
  }

  @ParameterizedTest
  @ValueSource(strings = {".hybrid", ".hybrid/shell", ".hybrid/shell/state.json"})
  void whatOthersMayHaveWrittenIsNotRead(String place) throws Exception {
    ClusterDirectory directory = made();
    set(work.resolve(place), "rwxrwx---");

    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            directory::load, directory::lock, () -> ClusterDirectory.all(root()).get(0).load())) {
      assertThatThrownBy(use)
          .isInstanceOf(HarnessException.class)
          .hasMessageStartingWith("others may write to " + work.resolve(place));
    }
  }

  @Test
  void noClusterIsMadeInADirectoryOfOursThatOthersMayReplace() throws Exception {
    Path prepare = root().resolve("prepare");
    ClusterDirectory directory = ClusterDirectory.of(prepare, "shell");
    directory.lock().close();
    set(root(), "rwxrwxrwx");

    assertThatThrownBy(directory::lock)
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("others may replace " + prepare + ", because");
  }

  @Test
  void theTargetOfALinkIsWhatIsJudged() throws Exception {
    made();
    Path elsewhere = Files.move(root(), work.resolve("elsewhere"));
    Files.createSymbolicLink(root(), elsewhere);
    assertThat(ClusterDirectory.of(root(), "shell").load()).contains(STATE);
    set(elsewhere, "rwxrwxrwx");

    assertThatThrownBy(() -> ClusterDirectory.of(root(), "shell").load())
        .hasMessageStartingWith("others may write to " + root());
  }
}
