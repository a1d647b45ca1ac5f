package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first thing that a new user does. */
public abstract class QuickstartTests {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @RegisterExtension static final UnpackedRelease RELEASE = new UnpackedRelease();

  /** Hands the release to the test. */
  static final class UnpackedRelease implements BeforeAllCallback {
    private Release release;

    @Override
    public void beforeAll(ExtensionContext context) {
      release = Release.of(context);
    }
  }

  private final String system;

  protected QuickstartTests(String system) {
    this.system = system;
  }

  @Test
  void runsTheWholeWayAndPrintsWhatWasCommittedAndThatTheAuditPassed() throws IOException {
    Path directory = RELEASE.release.newDirectory();
    Ended quickstart =
        Release.run(
                directory,
                Map.of("HYBRID_DIR", directory.toString()),
                TIMEOUT,
                List.of(
                    RELEASE.release.script("quickstart"),
                    system,
                    "--records",
                    "500",
                    "--operations",
                    "2000",
                    "--threads",
                    "8"))
            .requireSuccess();

    assertThat(quickstart.out())
        .containsPattern("[1-9][0-9,]* committed operations/s")
        .containsPattern("p50 [0-9.]+ ms, p99 [0-9.]+ ms")
        .containsPattern("0\\.[0-9]*[1-9][0-9]* ms per committed operation|[1-9][0-9.]* ms per")
        .containsPattern("audit +.*passed")
        .contains("0 unknown, 0 failed");
    assertThat(directory.resolve(system)).as("a cluster that is left over").doesNotExist();
    Files.delete(directory);
  }
}
