package io.hybridycsb.harness.system.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.settings.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a server written in Go: the program named by the user, the PATH's, or one in the user's
 * cache, where it is built once.
 */
public final class GoProgram {
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(20);

  /** Of a program, whatever the umask is. */
  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rwxr-xr-x");

  /** The one that Go calls unless told otherwise. */
  private static final String C_COMPILER = "gcc";

  private final Description wanted;
  private final Map<String, String> environment;
  private final Function<String, Optional<Path>> onPath;
  private final Path cache;
  private final Consumer<String> progress;

  /**
   * Describes a program.
   *
   * @param title its name for users: {@code CometBFT}
   * @param names of the programs in one directory; the version is that of the first
   * @param option the option that names the first
   * @param variable the environment variable that names the first
   * @param versionArgument the argument that prints its version
   * @param version finds the version in that output, as group 1
   * @param series how the version must begin: {@code 0.38}
   * @param builtVersion the version to build if there is no program
   * @param goVersion the oldest Go that can build it
   * @param otherwise what the user can have in its place, if there is something
   */
  public record Description(
      String title,
      List<String> names,
      String option,
      String variable,
      String versionArgument,
      Pattern version,
      String series,
      String builtVersion,
      String goVersion,
      Source source,
      Optional<Otherwise> otherwise) {

    /** A program in whose place there is no other. */
    public Description(
        String title,
        List<String> names,
        String option,
        String variable,
        String versionArgument,
        Pattern version,
        String series,
        String builtVersion,
        String goVersion,
        Source source) {
      this(
          title,
          names,
          option,
          variable,
          versionArgument,
          version,
          series,
          builtVersion,
          goVersion,
          source,
          Optional.empty());
    }

    /**
     * Another build of it, in whose place the user can have this one.
     *
     * @param setting the option that takes this one, with its value
     */
    public Description variant(String variantVersion, Source variantSource, String setting) {
      return new Description(
          title,
          names,
          option,
          variable,
          versionArgument,
          version,
          series,
          variantVersion,
          goVersion,
          variantSource,
          Optional.of(new Otherwise(setting, this)));
    }

    /**
     * The option that names the program to run, if not one that is found or built.
     *
     * @param use what it is for users
     */
    public Property<String> asOption(String use) {
      return Property.text(
          option,
          "text",
          "",
          "%s; otherwise $%s, the PATH's, one built with Go".formatted(use, variable));
    }

    private String name() {
      return names.get(0);
    }

    /** Differs for what is built differently, so that a program that is kept is of this source. */
    private String digest() {
      return Programs.digest(source.toString());
    }

    private boolean isOfSeries(String found) {
      return found.equals(series) || found.startsWith(series + ".");
    }
  }

  /**
   * The source of a program.
   *
   * @param packages of the programs, in the order of their names
   * @param module in which they are built
   * @param flags further flags of {@code go install}
   * @param needsC whether a part of it is in C
   * @param changed the module that has source of ours in it, if one has
   */
  public record Source(
      List<String> packages,
      GoModule module,
      List<String> flags,
      boolean needsC,
      Optional<ChangedModule> changed) {

    /** The source of a program that is as published. */
    public Source(List<String> packages, GoModule module, List<String> flags, boolean needsC) {
      this(packages, module, flags, needsC, Optional.empty());
    }

    /** The source of a program that is in Go alone. */
    public Source(List<String> packages, GoModule module, List<String> flags) {
      this(packages, module, flags, false);
    }

    /** The same with source of ours in a module. */
    public Source with(ChangedModule module) {
      return new Source(packages, this.module, flags, needsC, Optional.of(module));
    }
  }

  GoProgram(
      Description wanted,
      Map<String, String> environment,
      Function<String, Optional<Path>> onPath,
      Path cache,
      Consumer<String> progress) {
    this.wanted = wanted;
    this.environment = environment;
    this.onPath = onPath;
    this.cache = cache;
    this.progress = progress;
  }

  public static GoProgram ofThisMachine(Description wanted, Consumer<String> progress) {
    return new GoProgram(
        wanted, System.getenv(), ProcessLauncher::onPath, Programs.cache(), progress);
  }

  /**
   * The path of the first program; the others lie beside it.
   *
   * @param option the path that the user set, or empty
   */
  public Path find(String option) {
    if (!option.isEmpty()) {
      return asItIs(named(Path.of(option), "the option " + wanted.option()));
    }
    String variable = environment.getOrDefault(wanted.variable(), "");
    if (!variable.isEmpty()) {
      return asItIs(named(Path.of(variable), "the environment variable " + wanted.variable()));
    }
    Optional<Path> installed = onPath.apply(wanted.name());
    if (installed.isPresent()) {
      if (isComplete(installed.get())) {
        return asItIs(installed.get());
      }
      progress.accept(
          "%s is %s %s, not %s%s: not used"
              .formatted(
                  installed.get(),
                  wanted.title(),
                  versionOf(installed.get()),
                  wanted.series(),
                  wanted.names().size() == 1 ? "" : " with all that belongs to it"));
    }
    return cached();
  }

  /** Says so if it may lack what the one has that would be built. */
  private Path asItIs(Path program) {
    if (wanted.otherwise().isPresent() && !versionOf(program).equals(wanted.builtVersion())) {
      progress.accept(
          "%s is %s %s, taken as it is: %s would be built without it"
              .formatted(program, wanted.title(), versionOf(program), wanted.builtVersion()));
    }
    return program;
  }

  private Path named(Path program, String source) {
    Path found = Programs.executable(program, source);
    if (!wanted.isOfSeries(versionOf(found))) {
      throw new HarnessException(
          "%s names %s, which says that it is '%s'; %s %s is expected"
              .formatted(source, program, versionOf(found), wanted.title(), wanted.series()));
    }
    for (String other : missingBeside(found)) {
      throw new HarnessException(
          "%s names %s, but there is no %s beside it".formatted(source, program, other));
    }
    return found;
  }

  private List<String> missingBeside(Path program) {
    return wanted.names().stream()
        .skip(1)
        .filter(other -> !Files.isExecutable(program.resolveSibling(other)))
        .toList();
  }

  private boolean isComplete(Path program) {
    return Files.isExecutable(program)
        && wanted.isOfSeries(versionOf(program))
        && missingBeside(program).isEmpty();
  }

  /** The program's version, {@code 0.38.26}, or its first line of output if that has no version. */
  public String versionOf(Path program) {
    String output = Programs.output(program, wanted.versionArgument());
    Matcher version = wanted.version().matcher(output);
    return version.find() ? version.group(1) : output.lines().findFirst().orElse("").strip();
  }

  /** Where it is, if it was built. */
  private Path place() {
    return cache
        .resolve("go")
        .resolve("%s-%s-%s".formatted(wanted.name(), wanted.builtVersion(), wanted.digest()))
        .resolve(wanted.name());
  }

  private Path cached() {
    Path program = place();
    if (isKept()) {
      return program;
    }
    Path go = onPath.apply("go").orElseThrow(this::noGo);
    if (wanted.source().needsC() && onPath.apply(C_COMPILER).isEmpty()) {
      throw new HarnessException(
          "no %s found, and no %s, which it is built with beside go: install one, or name %s %s by %s"
              .formatted(
                  wanted.name(), C_COMPILER, wanted.title(), wanted.series(), wanted.variable()));
    }
    Deadline deadline = Deadline.after(BUILD_TIMEOUT);
    try (LockFile lock =
        LockFile.take(
            cache.resolve(wanted.name() + ".lock"),
            deadline,
            "another hybrid command is still building %s in %s".formatted(wanted.name(), cache))) {
      // Another command may have built it while this one waited.
      if (!isKept()) {
        build(go, program.getParent(), deadline);
      }
      return program;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while " + wanted.name() + " was being built", e);
    } catch (IOException e) {
      throw new HarnessException("cannot build " + wanted.name() + ": " + e.getMessage(), e);
    }
  }

  /** Only programs that are the user's own are run for their version. */
  private boolean isKept() {
    Path program = place();
    wanted.names().forEach(name -> UserCache.requireOwn(cache, program.resolveSibling(name)));
    return isComplete(program);
  }

  private HarnessException noGo() {
    return new HarnessException(
        ("no %s found, and no go to build it with: install Go %s or newer, or put %s %s on the"
                + " PATH (or name it by %s)%s")
            .formatted(
                wanted.name(),
                wanted.goVersion(),
                wanted.name(),
                wanted.series(),
                wanted.variable(),
                orTheOther()));
  }

  /** Tells how to have the other program, if that was built before. */
  private String orTheOther() {
    return wanted
        .otherwise()
        .filter(
            other -> new GoProgram(other.program(), environment, onPath, cache, progress).isKept())
        .map(Otherwise::advice)
        .orElse("");
  }

  private void build(Path go, Path programs, Deadline deadline)
      throws IOException, InterruptedException {
    progress.accept(
        "building %s %s in %s; this once it takes minutes"
            .formatted(wanted.title(), wanted.builtVersion(), cache));
    Path directory = Files.createTempDirectory(cache, wanted.name() + "-build");
    try {
      Run run = new Run(go, directory, new LogFile(buildLog()), deadline);
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
      Programs.remove(directory);
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

  private Path buildLog() {
    return cache.resolve(wanted.name() + "-build.log");
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
    try {
      command.succeed(run.deadline(), "building", progress);
    } catch (HarnessException e) {
      throw new HarnessException(
          "%s was not built%s: %s".formatted(wanted.name(), orTheOther(), e.getMessage()), e);
    }
  }
}
