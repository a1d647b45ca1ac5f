package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.newsystem.Skeleton;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new-system",
    description = {
      "Write the skeleton of a new system: binding, description, test, and how they are built.",
      "In this source tree, or by --dir as a project of its own. See docs/extending.md."
    })
final class NewSystemCommand extends PrintingCommand {
  @Parameters(paramLabel = "NAME", description = "The system's name, such as my-db.")
  private String name;

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Write a Maven project here that needs no source tree.")
  private Path directory;

  @Override
  public Integer call() {
    if (Home.ofThisCommand().systems().contains(name)) {
      throw wrongUsage("there is a system '%s' already".formatted(name));
    }
    Path here = Path.of("").toAbsolutePath();
    String version = HybridMain.Version.number();
    Skeleton skeleton =
        directory == null
            ? Skeleton.inTree(here, name, version)
            : Skeleton.outside(here.resolve(directory).normalize(), name, version);
    skeleton.write().forEach(file -> say("wrote " + here.relativize(file)));
    say("next: fill in what says 'fill in', until 'hybrid conform %s' passes".formatted(name));
    return 0;
  }
}
