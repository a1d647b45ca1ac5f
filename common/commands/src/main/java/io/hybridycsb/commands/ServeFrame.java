package io.hybridycsb.commands;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server until it is stopped or can't go on. Its help names all properties. */
@Command(
    name = "serve",
    description = "Runs a node. Prints one line when it serves.",
    mixinStandardHelpOptions = true)
public abstract class ServeFrame implements Callable<Integer> {
  private final SettingNames names;

  @Option(names = "--config", paramLabel = "FILE", description = "The node's properties.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over environment and file. Repeatable.")
  private List<String> set = List.of();

  /**
   * @param names of the server's properties
   */
  protected ServeFrame(SettingNames names) {
    this.names = names;
  }

  @Spec
  private void showProperties(CommandSpec spec) {
    spec.usageMessage().footer(names.help("--config"));
  }

  /**
   * Opens the server.
   *
   * @param parts takes what is to be closed in the end
   * @throws IllegalArgumentException if a setting is wrong
   */
  protected abstract RunningServer open(Settings settings, Parts parts) throws IOException;

  /** Reads the settings; see {@link Settings#read}. */
  protected Settings read(List<Path> files, Map<String, String> environment, List<String> flags) {
    return Settings.read(names, files, environment, flags);
  }

  @Override
  public final Integer call() throws IOException {
    Settings settings = read(config == null ? List.of() : List.of(config), System.getenv(), set);
    Logs.configure(settings);
    // Not a constant of the class: a program sets the level before the first logger is made.
    Logger log = LoggerFactory.getLogger(getClass());
    Thread stop = new Thread(Thread.currentThread()::interrupt, "stop");
    try (Parts parts = new Parts()) {
      RunningServer server = open(settings, parts);
      settings.overrides().forEach(line -> log.info("set: {}", line));
      String ready = server.serve();
      Runtime.getRuntime().addShutdownHook(stop);
      System.out.println(ready);
      server.awaitEnd();
    } catch (InterruptedException e) {
      log.info("stopping");
    }
    return 0;
  }
}
