package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.hybridycsb.it.pages.shell.Pages;
import io.hybridycsb.it.pages.shell.ShellBlock;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The commands of the first pages on a Debian 12 that has a JDK and nothing else: no curl, Git,
 * Python, ps or compiler. A user who isn't root unpacks the archive there, and has no network but
 * loopback.
 */
@Tag("campaign")
@Tag("pages")
class BareDebianIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final String BY_HAND = "bin/hybrid up veritas-kafka --nodes 4";

  /** The chroot's processes end with the command: they are in a process namespace of its own. */
  private static final String AS_USER =
      "mount -t proc proc \"$0/proc\" && ip link set lo up"
          + " && exec chroot --userspec=user \"$0\" env -i HOME=/home/user PATH=/usr/bin:/bin"
          + " LANG=C.UTF-8 sh -euc \"$1\"";

  private static final String INSTALL_JDK =
      "unset TMPDIR && export DEBIAN_FRONTEND=noninteractive && mount -t proc proc \"$0/proc\" &&"
          + " chroot \"$0\" apt-get install -q -y --no-install-recommends openjdk-17-jdk-headless"
          + " && chroot \"$0\" useradd -m user";

  private static Path directory;
  private static Path root;

  @BeforeAll
  static void unpackTheArchiveOnABareDebian() throws IOException {
    assumeThat(System.getProperty("user.name")).as("a chroot takes root").isEqualTo("root");
    assumeThat(Path.of("/usr/sbin/debootstrap")).as("Debian's package debootstrap").isExecutable();
    directory = Files.createTempDirectory("bare-debian");
    root = directory.resolve("root");
    run("debootstrap", "--variant=minbase", "bookworm", root.toString()).requireSuccess();
    run("unshare", "-m", "sh", "-c", INSTALL_JDK, root.toString()).requireSuccess();
    try (Stream<Path> files = Files.list(Path.of("..", "distribution", "target"))) {
      Path archive =
          files
              .filter(
                  file -> file.getFileName().toString().matches("hybrid-ycsb-[0-9].*[.]tar[.]gz"))
              .findFirst()
              .orElseThrow();
      Files.copy(archive, root.resolve("home/user/hybrid-ycsb.tar.gz"));
    }
    user("tar -xzf ../hybrid-ycsb.tar.gz --strip-components=1").requireSuccess();
  }

  @AfterAll
  static void remove() {
    if (directory != null) {
      Release.run(
          Path.of("target"),
          Map.of(),
          TIMEOUT,
          List.of("rm", "-rf", "--one-file-system", directory.toString()));
    }
  }

  private static Ended run(String... command) {
    return Release.run(directory, Map.of(), TIMEOUT, List.of(command));
  }

  /** Runs a script in the directory where the archive is unpacked. */
  private static Ended user(String script) {
    return run(
        "unshare",
        "-m",
        "-n",
        "-p",
        "-f",
        "sh",
        "-c",
        AS_USER,
        root.toString(),
        // A cluster that another test has left would be taken up again.
        "mkdir -p ~/release && cd ~/release && rm -rf .hybrid\n" + script);
  }

  @Test
  void theQuickstartNeedsNoMoreThanAJdk() {
    Ended quickstart =
        user("bin/quickstart --records 500 --operations 1000 --threads 8").requireSuccess();

    assertThat(quickstart.out())
        .containsPattern("[1-9][0-9,]* committed operations/s")
        .containsPattern("audit +passed");
    assertThat(quickstart.text()).doesNotContain("not found", "No such file", "building");
  }

  /** One script, since servers end with it. */
  @Test
  void theCommandsByHandNeedNoMoreThanAJdk() {
    ShellBlock block =
        new Pages(root.resolve("home/user/release"))
            .blocks().stream()
                .filter(shown -> shown.text().startsWith(BY_HAND))
                .findFirst()
                .orElseThrow();
    // Another node than the one that has committed may lag for a moment.
    String script =
        block.commands().stream()
            .map(line -> line.startsWith("bin/hybrid get") ? eventually(line) : line)
            .collect(Collectors.joining("\n"));

    Ended ended = user(script).requireSuccess();

    assertThat(ended.out())
        .contains("veritas-kafka is up", "field0=hello", "signed by 4 nodes", "audit passed")
        .contains("veritas-kafka is stopped; its data are removed");
    assertThat(ended.text()).doesNotContain("not found", "No such file", "building");
  }

  private static String eventually(String command) {
    return "for attempt in 1 2 3 4 5 6 7 8 9; do if %s; then break; fi; done".formatted(command);
  }

  /** What is built on the user's machine says what it needs, and leaves nothing behind. */
  @Test
  void aSystemThatNeedsMoreNamesIt() {
    for (String system : List.of("etcd", "immudb", "quorum", "veritas-tm")) {
      Ended up = user("bin/hybrid up " + system);

      assertThat(up.status()).as("%s", up).isNotZero();
      assertThat(up.err()).as("%s", up).contains("Go").doesNotContain("\tat ");
    }
  }
}
