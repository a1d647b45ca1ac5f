package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.SystemData.StoredPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredBytesTest {
  private static final int BLOCK = 1 << 20;
  private static final List<StoredPart> PARTS =
      List.of(
          new StoredPart(StoredPart.Kind.STATE, "peer", "state"),
          new StoredPart(StoredPart.Kind.LEDGER, "peer", "data/chains"));

  @TempDir private Path root;

  private ProcessSpec process(String name, String role) throws IOException {
    Path dir = Files.createDirectories(root.resolve(name));
    return new ProcessSpec(
        name,
        role,
        0,
        List.of("true"),
        Map.of(),
        dir,
        "127.0.0.1:1",
        List.of(1),
        new Readiness.Connects("127.0.0.1", 1));
  }

  private static void write(ProcessSpec process, String file, int blocks) throws IOException {
    Path path = process.dir().resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, new byte[blocks * BLOCK]);
  }

  private static StoredBytes now(List<ProcessSpec> processes) throws InterruptedException {
    return StoredBytes.of(processes, PARTS).orElseThrow();
  }

  private static double roundMb(SortedMap<String, Double> counters, String name) {
    return Math.round(counters.get(name) / BLOCK * 10) / 10.0;
  }

  @Test
  void stateAndLedgerAreOfOneNodeAndTheRestIsOfAll() throws Exception {
    ProcessSpec one = process("node1", "peer");
    ProcessSpec two = process("node2", "peer");
    ProcessSpec orderer = process("orderer1", "orderer");
    List<ProcessSpec> all = List.of(one, two, orderer);
    write(one, "state/a", 1);
    StoredBytes before = now(all);

    for (ProcessSpec peer : List.of(one, two)) {
      write(peer, "state/b", 2);
      write(peer, "data/chains/c", 6);
      write(peer, peer.name() + ".log", 9);
    }
    write(orderer, "log", 4);
    SortedMap<String, Double> counters = now(all).perRecordSince(before, 1, 2);

    assertThat(roundMb(counters, "state bytes per record")).isEqualTo(2);
    assertThat(roundMb(counters, "ledger bytes per record")).isEqualTo(6);
    assertThat(roundMb(counters, "stored bytes per record, peer")).isEqualTo(16);
    assertThat(roundMb(counters, "stored bytes per record, orderer")).isEqualTo(4);
    assertThat(roundMb(counters, "stored bytes per record")).isEqualTo(20);
    assertThat(roundMb(counters, "stored bytes per record by a node")).isEqualTo(10);
    assertThat(now(all).perRecordSince(before, 4, 2).get("ledger bytes per record"))
        .isEqualTo(counters.get("ledger bytes per record") / 4);
  }

  @Test
  void filesThatAreNotThereAreNotZeroBytes() throws Exception {
    ProcessSpec peer = process("node1", "peer");
    StoredBytes before = now(List.of(peer));
    write(peer, "state/a", 1);

    assertThat(now(List.of(peer)).perRecordSince(before, 1, 1))
        .containsKey("state bytes per record")
        .doesNotContainKey("ledger bytes per record");
  }
}
