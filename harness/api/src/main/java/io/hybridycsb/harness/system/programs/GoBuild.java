package io.hybridycsb.harness.system.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Builds a server written in Go.
 *
 * @param advice the end of a message of failure; may be empty
 */
record GoBuild(
    GoProgram.Description wanted,
    Map<String, String> environment,
    Path cache,
    Consumer<String> progress,
    String advice) {
  /** Of a program, whatever the umask is. */
  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rwxr-xr-x");

  /**
   * Builds its programs.
   *
   * @param go the program
   * @param programs the directory where they go
   */
  void make(Path go, Path programs, Deadline deadline) throws IOException, InterruptedException {
    progress.accept(
        "building %s %s in %s; this once it takes minutes"
            .formatted(wanted.title(), wanted.builtVersion(), cache));
    Path directory = Files.createTempDirectory(cache, wanted.name() + "-build");
    try {
      LogFile log = new LogFile(cache.resolve(wanted.name() + "-build.log"));
      Run run = new Run(go, directory, log, deadline);
      Files.deleteIfExists(run.log().path());
      wanted.source().module().write(directory);
      // Go compares what it fetches with go.sum, but not the files that it has unpacked before.
      await(go(run, List.of("mod", "verify")), run);
      if (wanted.source().changed().isPresent()) {
        change(wanted.source().changed().get(), run);
      }
      Path built = Files.createDirectory(run.programs());
      await(go(run, install()), run);
      publish(built, programs);
    } finally {
      Disk.remove(directory);
    }
  }

  /**
   * What the commands of a build share.
   *
   * @param directory in which they run
   */
  private record Run(Path go, Path directory, LogFile log, Deadline deadline) {
    Path programs() {
      return directory.resolve("bin");
    }
  }

  /** Fetches a module as it was published, and has a changed copy of it built in its place. */
  private void change(ChangedModule module, Run run) throws IOException, InterruptedException {
    Path download = run.directory().resolve("download.json");
    LoggedCommand fetch = go(run, List.of("mod", "download", "-json", module.path()));
    fetch.builder().redirectOutput(download.toFile());
    await(fetch, run);
    String published = new ObjectMapper().readTree(download.toFile()).path("Dir").asText();
    module.make(Path.of(published), run.directory().resolve("changed"));
    GoModule.replace(run.directory(), module.path(), "changed");
    List<String> test = new ArrayList<>(List.of("test"));
    module.tested().forEach(name -> test.add(module.path() + "/" + name));
    progress.accept("  testing what is of our own in it");
    await(go(run, test), run);
  }

  private LoggedCommand go(Run run, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(run.go().toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.environment().put("GOBIN", run.programs().toString());
    // A module whose checksum is another than in go.sum, or isn't there, is refused. No setting of
    // the user's changes that: GOSUMDB and the like only tell Go how to add a checksum.
    builder.environment().put("GOFLAGS", "-mod=readonly -buildvcs=false");
    builder.environment().put("GO111MODULE", "on");
    builder.environment().put("GOWORK", "off");
    // Most programs need no C, and a compiler may be missing.
    builder.environment().put("CGO_ENABLED", wanted.source().needsC() ? "1" : "0");
    builder.directory(run.directory().toFile());
    return new LoggedCommand("go " + arguments.get(0), builder, run.log());
  }

  private List<String> install() {
    List<String> command = new ArrayList<>(List.of("install"));
    command.addAll(wanted.source().flags());
    command.addAll(wanted.source().packages());
    return command;
  }

  /** Only complete files get their final names, the first program last. */
  private void publish(Path built, Path programs) throws IOException {
    PrivateFiles.makeDirectory(programs.getParent());
    PrivateFiles.makeDirectory(programs);
    List<String> lastFirst = new ArrayList<>(wanted.names());
    lastFirst.sort(Comparator.comparing(name -> -wanted.names().indexOf(name)));
    for (String name : lastFirst) {
      String source = wanted.source().packages().get(wanted.names().indexOf(name));
      Path program = built.resolve(installedName(source));
      Files.setPosixFilePermissions(program, PERMISSIONS);
      WholeFile.move(program, programs.resolve(name));
    }
  }

  /** The program's name by Go: the last part of its package's path that isn't a major version. */
  private static String installedName(String source) {
    String path = source.replaceFirst("/v[0-9]+$", "");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private void await(LoggedCommand command, Run run) throws InterruptedException {
    OptionalInt status = command.run(run.deadline(), "building", progress);
    if (status.isEmpty()) {
      throw notBuilt(" was not built in time", run);
    }
    if (status.getAsInt() != 0) {
      throw notBuilt(" was not built: go exited with status " + status.getAsInt(), run);
    }
  }

  private HarnessException notBuilt(String why, Run run) {
    return run.log().failure(wanted.name() + why + advice, 0);
  }
}
