package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.files.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

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
