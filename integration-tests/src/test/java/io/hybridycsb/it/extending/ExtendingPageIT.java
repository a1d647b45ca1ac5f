package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.install.YcsbInstallation;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.release.ReleaseParameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page's binding in a stock YCSB, built as a reader would build it; OutsideSystemIT has the
 * rest.
 */
@Tag("campaign")
@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class ExtendingPageIT {
  private static final long RECORDS = 1_000;
  private static final long OPERATIONS = 1_000;
  @RegisterExtension private final YcsbInstallation stock = new YcsbInstallation();
  @TempDir private Path directory;
  private DocumentedSystem system;

  @BeforeEach
  void build(Release release) throws IOException {
    system = new DocumentedSystem(directory, release);
  }

  @Test
  void itsBindingCommitsEverythingInAStockYcsb() throws Exception {
    system.installBinding(stock.home());
    try (RedisProcess redis = new RedisProcess(directory)) {
      List<String> options = options(redis.port());

      requireLoaded(
          YcsbReport.parse(
              stock
                  .ycsb("load", DocumentedSystem.NAME, List.of(), options)
                  .requireSuccess()
                  .out()));
      requireRun(
          YcsbReport.parse(
              stock.ycsb("run", DocumentedSystem.NAME, List.of(), options).requireSuccess().out()));
    }
  }

  @Test
  void withoutARedisItEndsWithOneLineAndStatusOne() throws Exception {
    system.installBinding(stock.home());
    int port;
    try (RedisProcess redis = new RedisProcess(directory)) {
      port = redis.port();
    }

    Ended ended = stock.ycsb("load", DocumentedSystem.NAME, List.of(), options(port));

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err()).containsOnlyOnce("my-redis: no Redis answered at 127.0.0.1:" + port);
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
        "my-redis.addresses=127.0.0.1:" + port);
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
