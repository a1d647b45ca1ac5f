package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.bench.plan.ClientHosts.SshHost;
import io.hybridycsb.harness.files.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Another machine on which clients run.
 *
 * @param name as its user calls it
 * @param home where the release is there
 * @param environment of the clients there
 * @param connect the beginning of the command of this machine that runs a script there, and passes
 *     on its input and output
 * @param byLoginShell whether it takes the script as one line for a shell, not as words
 */
record Host(
    String name,
    String home,
    SortedMap<String, String> environment,
    List<String> connect,
    boolean byLoginShell) {
  /** Where the image of the clients has the release; docker/Dockerfile. */
  private static final String HOME_IN_POD = "/opt/hybrid";

  /** The first value given for an option counts: the user's own come before these. */
  private static final List<String> SSH_OPTIONS =
      List.of(
          // Nobody is there to be asked for a password.
          "-oBatchMode=yes",
          "-oConnectTimeout=15",
          // A connection over which nothing comes any more ends after a quarter of a minute.
          "-oServerAliveInterval=5",
          "-oServerAliveCountMax=3",
          "-T");

  /** One that OpenSSH's client reaches, as its user has configured it. */
  static Host of(SshHost host) {
    List<String> connect = new ArrayList<>(List.of("ssh"));
    connect.addAll(host.options());
    connect.addAll(SSH_OPTIONS);
    connect.addAll(List.of("--", host.destination()));
    return new Host(host.destination(), host.directory(), host.environment(), connect, true);
  }

  /**
   * A pod of the image of the clients.
   *
   * @param exec the beginning of the command that runs one in it
   */
  static Host ofPod(String name, List<String> exec) {
    return new Host(name, HOME_IN_POD, new TreeMap<>(), exec, false);
  }

  /** The command of this machine that runs a script there. */
  List<String> command(Script script) {
    List<String> command = new ArrayList<>(connect);
    command.addAll(byLoginShell ? List.of(script.line()) : script.command());
    return command;
  }

  /**
   * A script for the POSIX shell of a host.
   *
   * @param text what the shell runs
   * @param arguments the script's $1, $2, ...
   */
  record Script(String text, List<String> arguments) {
    /** The shell's $0, by which its own messages begin. */
    private static final String NAME = "hybrid-ycsb";

    /** A script among the resources. */
    static Script of(String resource, String... arguments) {
      return new Script(Resource.text(Script.class, resource), List.of(arguments));
    }

    /** The same with more arguments. */
    Script with(Collection<String> more) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(more);
      return new Script(text, all);
    }

    /** The command that runs it, as it is given to a system call. */
    List<String> command() {
      List<String> command = new ArrayList<>(List.of("sh", "-c", text, NAME));
      command.addAll(arguments);
      return command;
    }

    /** The command as one line for a login shell. */
    String line() {
      return "exec " + command().stream().map(Script::quoted).collect(Collectors.joining(" "));
    }

    /** A word that a shell takes as it stands, whatever is in it. */
    static String quoted(String word) {
      return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
  }
}
