package io.hybridycsb.harness.system;

import io.hybridycsb.harness.records.RecordCommand;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.JvmFlags;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The commands get, put and delete through the binding, for a system without its own. */
public final class BindingCommands {
  private BindingCommands() {}

  /**
   * The commands by name, as in {@link ClusterPlan#commands}.
   *
   * @param system the binding's name
   */
  public static Map<String, List<String>> of(PlanContext context, String system) {
    return of(context, system, List.of());
  }

  /** The same for a binding whose insert leaves a record that there is as it is. */
  public static Map<String, List<String>> withInsertsOfNewOnly(PlanContext context, String system) {
    return of(context, system, List.of("--insert-is-new"));
  }

  private static Map<String, List<String>> of(
      PlanContext context, String system, List<String> ofPut) {
    Home home = context.home();
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String verb : List.of("get", "put", "delete")) {
      List<String> command =
          new ArrayList<>(
              command(
                  home,
                  system,
                  RecordCommand.class.getName(),
                  verb,
                  "--db",
                  home.bindingClass(system),
                  "--properties",
                  context.clientFile().toString()));
      command.addAll(verb.equals("put") ? ofPut : List.of());
      commands.put(verb, List.copyOf(command));
    }
    return commands;
  }

  /**
   * The command line of a program of the harness that calls a binding.
   *
   * @param main the program's class
   */
  public static List<String> command(Home home, String system, String main, String... arguments) {
    return Stream.concat(
            Stream.of(
                home.java(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                JvmFlags.SHORT_LIVED,
                JvmFlags.NATIVE_ACCESS,
                JvmFlags.UNSAFE_ACCESS,
                "-cp",
                home.harnessClassPath() + File.pathSeparator + home.bindingClassPath(system),
                main),
            Stream.of(arguments))
        .toList();
  }
}
