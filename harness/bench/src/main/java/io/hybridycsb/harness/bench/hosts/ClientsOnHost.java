package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients.Client;
import io.hybridycsb.harness.bench.clients.Clients.Leash;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The clients of one phase on one host: a directory there, and what was seen of the host. */
final class ClientsOnHost {
  private static final Duration STEP_TIMEOUT = Duration.ofMinutes(2);

  /** Logs may be large. */
  private static final Duration FETCH_TIMEOUT = Duration.ofMinutes(15);

  /** Clients are stopped from here before they stop themselves. */
  private static final Duration LONGER = Duration.ofMinutes(2);

  private final Host host;
  private final Commands commands;
  private final String directory;
  private final List<String> names = new ArrayList<>();
  private Optional<HostWatch> watch = Optional.empty();
  private HostSnapshot before;
  private ClockOffset clock;
  private long beforeNanos;

  /** Makes a directory on the host that nobody else can read. */
  ClientsOnHost(Host host, Commands commands) throws InterruptedException {
    this.host = host;
    this.commands = commands;
    this.directory = commands.run(host, Host.Script.of("prepare.sh"), STEP_TIMEOUT).strip();
    if (!directory.startsWith("/") || directory.contains("\n")) {
      throw new HarnessException(
          "%s: a login there must print nothing; it printed: %s"
              .formatted(host.name(), directory.lines().findFirst().orElse("")));
    }
  }

  Host host() {
    return host;
  }

  /**
   * Copies what the clients need to the host.
   *
   * @param clusters the directory that holds the clusters' run directories
   * @param temporary a new directory that nobody else can read
   * @return the clients as they are started there
   */
  List<Client> prepare(
      List<Client> clients, Path home, Path output, Path clusters, Path temporary, Duration timeout)
      throws InterruptedException {
    ClientFiles files = new ClientFiles(home, output, host.home(), directory);
    Path stage = temporary.resolve("stage");
    List<Client> there = new ArrayList<>();
    for (Client client : clients) {
      names.add(client.name());
      List<String> command = new ArrayList<>(List.of("env", "HYBRID_DIR=" + directory));
      host.environment().forEach((name, value) -> command.add(name + "=" + value));
      command.addAll(files.command(client.command()));
      if (!client.properties().isEmpty()) {
        String file = client.name() + ".properties";
        files.write(stage.resolve(file), client.properties());
        command.addAll(List.of("-P", directory + "/" + file));
      }
      Host.Script script =
          Host.Script.of(
                  "client.sh",
                  directory,
                  client.name(),
                  Long.toString(timeout.plus(LONGER).toSeconds()))
              .with(command);
      there.add(
          new Client(
              client.name(),
              host.command(script),
              new TreeMap<>(),
              Optional.of(new Leash(host.name(), "hybrid-ycsb: ready", "go", "end"))));
    }
    files.pack(clusters, stage);
    Path archive = temporary.resolve("stage.tar");
    commands.run(
        "this machine",
        List.of("tar", "-chf", archive.toString(), "-C", stage.toString(), "."),
        Optional.empty(),
        STEP_TIMEOUT);
    commands.run(host, Host.Script.of("unpack.sh", directory), archive, STEP_TIMEOUT);
    return there;
  }

  /** Begins to look at the host. */
  void begin() {
    HostWatch opened = new HostWatch(host, directory);
    watch = Optional.of(opened);
    clock = opened.clock();
    opened.askToLook();
    before = opened.seen();
    beforeNanos = System.nanoTime();
  }

  HostWatch watch() {
    return watch.orElseThrow();
  }

  /** The clock's offset before the clients begin. */
  ClockOffset clock() {
    return clock;
  }

  /** How many of the host's cores anything kept busy since {@link #begin}; NaN if unknown. */
  double coresBusy() {
    watch().askToLook();
    HostSnapshot now = watch().seen();
    double seconds = (System.nanoTime() - beforeNanos) / 1e9;
    return now.cores() == 0 ? Double.NaN : (now.busySeconds() - before.busySeconds()) / seconds;
  }

  int cores() {
    return before.cores();
  }

  /** Copies what the clients have written from the host. */
  void fetch(Path output, Path temporary) throws InterruptedException {
    Path sent = temporary.resolve("fetched");
    commands.run(
        host.name(),
        host.command(Host.Script.of("fetch.sh", directory)),
        Optional.empty(),
        sent,
        FetchedFiles.BYTES_MAX,
        FETCH_TIMEOUT);
    new FetchedFiles(host.name(), sent).takeInto(output, names);
  }

  /** Ends what is left of the clients, and removes the directory. */
  void remove() throws InterruptedException {
    watch.ifPresent(HostWatch::close);
    commands.run(host, Host.Script.of("remove.sh", directory), STEP_TIMEOUT);
  }

  /** CPU seconds of a client that has ended, by what times(1p) printed of the shell's children. */
  static double cpuSeconds(String times) {
    return times.lines().skip(1).findFirst().stream()
        .flatMap(line -> List.of(line.strip().split("\\s+")).stream())
        .map(time -> time.replace("s", "").split("m"))
        .mapToDouble(time -> Double.parseDouble(time[0]) * 60 + Double.parseDouble(time[1]))
        .sum();
  }
}
