package io.hybridycsb.it.suites;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each node dies in turn, and all at once. */
public abstract class NodeLossTests extends LossTests {
  /**
   * The processes that die, one entry after another; an entry holds the processes of one node.
   * After each loss the others must go on. By default every {@code nodeN} in turn, so that a
   * leader, if there is one, is among them.
   */
  protected List<List<String>> losses() {
    return IntStream.rangeClosed(1, cluster().nodes()).mapToObj(i -> List.of("node" + i)).toList();
  }

  /** All processes that die together in the test of the loss of the whole cluster. */
  protected List<String> all() {
    return cluster().processes();
  }

  @Test
  void nothingAcknowledgedIsLostAndCommitsGoOnWhicheverNodeDies() throws Exception {
    survives(
        "one",
        load -> {
          for (List<String> node : losses()) {
            awaitCommits(load);
            cluster().kill(node.toArray(String[]::new));
            awaitCommits(load);
            cluster().restart(node.toArray(String[]::new));
          }
        });
  }

  @Test
  void nothingAcknowledgedIsLostWhenTheWholeClusterDiesAtOnce() throws Exception {
    survives(
        "all",
        // A client that starts while no node is up ends at once, as it must.
        load ->
            load.withoutNewClients(
                () -> {
                  cluster().kill(all().toArray(String[]::new));
                  cluster().hybridOn("restart", "--all").requireSuccess();
                }));
  }
}
