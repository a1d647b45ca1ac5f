package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.bench.plan.ClientHosts.SshHost;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** A host that OpenSSH's client reaches, as its user has configured it. */
record SshConnection(SshHost host) implements Host {
  /** The first value given for an option counts: the user's own come before these. */
  private static final List<String> OPTIONS =
      List.of(
          // Nobody is there to be asked for a password.
          "-oBatchMode=yes",
          "-oConnectTimeout=15",
          // A connection over which nothing comes any more ends after a quarter of a minute.
          "-oServerAliveInterval=5",
          "-oServerAliveCountMax=3",
          "-T");

  @Override
  public String name() {
    return host.destination();
  }

  @Override
  public String home() {
    return host.directory();
  }

  @Override
  public SortedMap<String, String> environment() {
    return host.environment();
  }

  @Override
  public List<String> command(Script script) {
    List<String> command = new ArrayList<>(List.of("ssh"));
    command.addAll(host.options());
    command.addAll(OPTIONS);
    command.addAll(List.of("--", host.destination(), script.line()));
    return command;
  }
}
