package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.pages.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page's binding on a real Redis, built as a reader would build it. */
@Tag("campaign")
@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class ExtendingPageIT {
  private static final long RECORDS = 1_000;
  private static final long OPERATIONS = 1_000;
  private static final String NAME = "myredis";

  private static final List<String> COMMANDS =
      List.of(
          "docs/extending.md: A binding in an hour",
          "docs/extending.md: A binding in an hour (2)",
          "docs/extending.md: A binding in an hour (3)");

  @RegisterExtension private final YcsbInstallation stock = new YcsbInstallation();
  @TempDir private Path directory;
  private DocumentedBinding binding;

  @BeforeEach
  void build(Release release) throws IOException {
    Pages pages = new Pages(release.home());
    List<String> commands = COMMANDS.stream().map(id -> pages.block(id).text()).toList();
    binding = new DocumentedBinding(release.page("extending.md"), commands, directory, release);
  }

  @Test
  void itsBindingCommitsEverythingInThisReleaseAndTheCheckPrintsWhatThePageSays(Release release)
      throws Exception {
    Path home = binding.copyOf(release);
    binding.install(home);
    try (RedisProcess redis = new RedisProcess(directory)) {
      List<Ended> ended = binding.tryOut(home, redis.port());

      assertThat(ended).hasSize(3);
      requireLoaded(YcsbReport.parse(ended.get(0).requireSuccess().out()));
      requireRun(YcsbReport.parse(ended.get(1).requireSuccess().out()));
      // On a slow machine it also prints its progress.
      assertThat(ended.get(2).requireSuccess().out().lines())
          .containsSubsequence(binding.output().lines().toList());
    }
  }

  @Test
  void itsBindingCommitsEverythingInAStockYcsb() throws Exception {
    binding.install(stock.home());
    try (RedisProcess redis = new RedisProcess(directory)) {
      List<String> options = options(redis.port());

      requireLoaded(
          YcsbReport.parse(stock.ycsb("-load", NAME, List.of(), options).requireSuccess().out()));
      requireRun(
          YcsbReport.parse(stock.ycsb("-t", NAME, List.of(), options).requireSuccess().out()));
    }
  }

  @Test
  void withoutARedisItEndsWithOneLineAndStatusOne() throws Exception {
    binding.install(stock.home());
    int port;
    try (RedisProcess redis = new RedisProcess(directory)) {
      port = redis.port();
    }

    Ended ended = stock.ycsb("-load", NAME, List.of(), options(port));

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err()).containsOnlyOnce("myredis: no Redis answered at 127.0.0.1:" + port);
  }

  private static List<String> options(int port) {
    return List.of(
        "-P",
        "workloads/workloada",
        "-threads",
        "4",
        "-p",
        "dataintegrity=true",
        "-p",
        "myredis.port=" + port);
  }

  private static void requireLoaded(YcsbReport report) {
    assertThat(report.committed()).isEqualTo(RECORDS);
    assertThat(report.uncommitted()).isEmpty();
  }

  private static void requireRun(YcsbReport report) {
    assertThat(report.committed()).isEqualTo(OPERATIONS);
    assertThat(report.uncommitted()).isEmpty();
    assertThat(report.wrongReads()).isZero();
  }
}
