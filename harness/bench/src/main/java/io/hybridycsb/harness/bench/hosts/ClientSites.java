package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.plan.ClientHosts;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** The hosts of a command's clients, from their check to the end of the last run. */
public final class ClientSites implements AutoCloseable {
  private static final String KUBECTL = "kubectl";

  private final ClientPlace place;
  private final Optional<ClientJob> job;
  private final Progress progress;

  private ClientSites(ClientPlace place, Optional<ClientJob> job, Progress progress) {
    this.place = place;
    this.job = job;
    this.progress = progress;
  }

  /**
   * Checks that clients can run there.
   *
   * @param hosts empty for this machine
   * @param clusters the directory that holds the clusters' run directories
   * @param systems that are to be driven
   * @throws HarnessException if a host can't be reached, has no Java, another build of the release,
   *     or a clock that is too far off
   */
  public static ClientSites open(
      Optional<ClientHosts> hosts,
      Home home,
      Path clusters,
      Collection<String> systems,
      Progress progress)
      throws InterruptedException {
    if (hosts.isEmpty()) {
      return new ClientSites(ClientPlace.here(clusters), Optional.empty(), progress);
    }
    Optional<ClientJob> job =
        hosts.get().pods().map(pods -> new ClientJob(KUBECTL, pods, image(pods)));
    boolean opened = false;
    try (Commands commands = new Commands()) {
      List<Host> places =
          job.isPresent() ? job.get().start(commands) : connections(hosts.get().hosts());
      HostClients clients =
          new HostClients(places, home, clusters, hosts.get().clockOffsetMsMax(), progress);
      ReleaseCheck release = new ReleaseCheck(home, commands, systems);
      for (Host host : new LinkedHashSet<>(places)) {
        release.require(host);
        ClockOffset clock = clients.requireClock(host);
        progress.say(
            "clients run on %s; its clock is ahead of this one by %.1f ms, to within %.1f ms"
                .formatted(host.name(), clock.ms(), clock.uncertaintyMs()));
      }
      opened = true;
      return new ClientSites(clients, job, progress);
    } finally {
      if (!opened) {
        close(job, progress);
      }
    }
  }

  private static List<Host> connections(List<ClientHosts.SshHost> hosts) {
    List<Host> places = new ArrayList<>();
    for (ClientHosts.SshHost host : hosts) {
      places.addAll(Collections.nCopies(host.processes(), Host.of(host)));
    }
    return places;
  }

  /** The image of this release, as docs/docker.md builds it, unless another is named. */
  private static String image(ClientHosts.Pods pods) {
    String own = ClientSites.class.getPackage().getImplementationVersion();
    String version = own == null ? "latest" : own.replaceFirst("-SNAPSHOT$", "");
    return pods.image().isEmpty() ? "hybrid-ycsb/ycsb:" + version : pods.image();
  }

  public ClientPlace place() {
    return place;
  }

  @Override
  public void close() {
    close(job, progress);
  }

  private static void close(Optional<ClientJob> job, Progress progress) {
    try {
      job.ifPresent(ClientJob::close);
    } catch (HarnessException e) {
      progress.say("warning: the clients' job may be left in the cluster: " + e.getMessage());
    }
  }
}
