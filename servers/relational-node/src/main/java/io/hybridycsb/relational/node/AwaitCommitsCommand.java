package io.hybridycsb.relational.node;

import io.hybridycsb.relational.client.ClientOptions;
import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends when each node commits. */
@Command(
    name = "await-commits",
    mixinStandardHelpOptions = true,
    description = {
      "Waits until each of the given nodes has committed a transaction without calls, which changes"
          + " no record.",
      "All at a time. One line for each; exit status 1 if one hasn't in time."
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
      description = "How long each of them may take (default: ${DEFAULT-VALUE}).")
  private int timeoutMs;

  @Override
  public Integer call() {
    SigningKey signing = SigningKey.read(key);
    ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
    try {
      List<CompletableFuture<Optional<String>>> asked = new ArrayList<>();
      nodes.forEach(
          (name, address) ->
              asked.add(
                  CompletableFuture.supplyAsync(() -> commit(name, address, signing), threads)));
      List<String> failed =
          asked.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList();
      if (!failed.isEmpty()) {
        throw new IllegalStateException(String.join("; ", failed));
      }
      return 0;
    } finally {
      threads.shutdown();
    }
  }

  /** Why it hasn't; empty if it has. */
  private Optional<String> commit(String name, String address, SigningKey signing) {
    ClientOptions options =
        new ClientOptions(List.of(address), cluster, timeoutMs, ReadLevel.LOCAL, 1);
    try (RelationalClient client = RelationalClient.connect(options, signing)) {
      long height = client.session().commit(client.sign(List.of())).getHeight();
      System.out.printf("%s commits: block %d%n", name, height);
      return Optional.empty();
    } catch (RelationalException e) {
      return Optional.of(
          "%s has committed nothing within %d ms: %s".formatted(name, timeoutMs, e.getMessage()));
    }
  }
}
