package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.smt.FileNodeStore.Durability;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileNodeStoreKillTest {
  private static final int KEYS = 500;
  private static final int KILLS = 3;
  private static final int VERSIONS_BEFORE_KILL = 60;
  private static final long DEADLINE_S = 60;

  @TempDir private Path directory;

  /** Overwrites keys without end, compacting on the way, and prints each version once applied. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      FileNodeStore store = FileNodeStore.open(Path.of(args[0]), Durability.PROCESS_KILL);
      SparseMerkleTree tree = SparseMerkleTree.open(store, Options.defaults());
      for (long version = store.version() + 1; ; version++) {
        List<Change> batch = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
          batch.add(Change.put(Samples.key(i), Samples.value((int) version + i)));
        }
        byte[] root = tree.update(version, batch);
        System.out.println(version + " " + HexFormat.of().formatHex(root));
      }
    }
  }

  @Test
  void whatWasAppliedSurvivesSigkill() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      String last = runUntilKilled();
      long version = Long.parseLong(last.substring(0, last.indexOf(' ')));
      try (FileNodeStore store = FileNodeStore.open(directory)) {
        Snapshot opened = SparseMerkleTree.open(store, Options.defaults()).latest();
        assertThat(opened.version()).isGreaterThanOrEqualTo(version);
        assertThat(opened.valueHash(Samples.key(3)))
            .isEqualTo(Samples.valueHash((int) opened.version() + 3));
        if (opened.version() == version) {
          assertThat(last).endsWith(HexFormat.of().formatHex(opened.root()));
        }
      }
    }
  }

  private String runUntilKilled() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      String last = null;
      for (int i = 0; i < VERSIONS_BEFORE_KILL; i++) {
        last = out.readLine();
        assertThat(last).as("the writer must run").isNotNull();
      }
      // Through its handle, which leaves open what the process has printed.
      writer.toHandle().destroyForcibly();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        boolean whole = line.length() > 64 && line.indexOf(' ') == line.length() - 65;
        last = whole ? line : last;
      }
      return last;
    } finally {
      writer.destroyForcibly();
      assertThat(writer.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
    }
  }
}
