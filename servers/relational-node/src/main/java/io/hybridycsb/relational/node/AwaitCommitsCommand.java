package io.hybridycsb.relational.node;

import io.hybridycsb.relational.client.ClientOptions;
import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends when each node commits. */
@Command(
    name = "await-commits",
    mixinStandardHelpOptions = true,
    description = {
      "Waits until each of the given nodes has committed a transaction without calls, which changes"
          + " no record.",
      "One line for each; exit status 1 if one hasn't in time."
    })
final class AwaitCommitsCommand implements Callable<Integer> {
  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "NAME",
      description = "The cluster's name, which is signed, too.")
  private String cluster;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "A client's private key.")
  private Path key;

  @Option(
      names = "--node",
      required = true,
      paramLabel = "NAME=HOST:PORT",
      description = "Where a node listens for clients; once for each.")
  private Map<String, String> nodes;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "90000",
      description = "How long all of them may take together (default: ${DEFAULT-VALUE}).")
  private int timeoutMs;

  @Override
  public Integer call() {
    SigningKey signing = SigningKey.read(key);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    nodes.forEach(
        (name, address) -> {
          long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          commit(name, address, signing, (int) Math.max(1, leftMs));
        });
    return 0;
  }

  private void commit(String name, String address, SigningKey signing, int leftMs) {
    ClientOptions options =
        new ClientOptions(List.of(address), cluster, leftMs, ReadLevel.LOCAL, 1);
    try (RelationalClient client = RelationalClient.connect(options, signing)) {
      long height = client.session().commit(client.sign(List.of())).getHeight();
      System.out.printf("%s commits: block %d%n", name, height);
    } catch (RelationalException e) {
      throw new IllegalStateException(
          "%s has committed nothing within %d ms: %s".formatted(name, timeoutMs, e.getMessage()),
          e);
    }
  }
}
