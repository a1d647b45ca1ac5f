package io.hybridycsb.it.veritas;

import io.hybridycsb.it.extending.DocumentedProject;
import java.io.IOException;
import java.nio.file.Path;

/** The page that shows how the client library is used. */
public final class ClientPage {
  private ClientPage() {}

  /** Builds the page's program in an empty directory and runs it on a cluster. */
  public static void requireItHolds(VeritasCluster cluster, Path directory) throws IOException {
    new DocumentedProject(cluster.page("veritas-client.md"), directory, "clients/veritas-client")
        .requireItPrintsWhatThePageSays(
            cluster.clusterFile().toString(),
            cluster.runDirectory().resolve("client.key").toString());
  }
}
