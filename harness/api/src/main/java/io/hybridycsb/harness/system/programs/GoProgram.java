package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.settings.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a server written in Go: the program named by the user, the PATH's, or one in the user's
 * cache, where it is built once.
 */
public record GoProgram(
    Description wanted,
    Map<String, String> environment,
    Function<String, Optional<Path>> onPath,
    Path cache,
    Consumer<String> progress) {
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(20);

  /** The one that Go calls unless told otherwise. */
  private static final String C_COMPILER = "gcc";

  /**
   * Describes a program.
   *
   * @param title its name for users: {@code CometBFT}
   * @param names of the programs in one directory; the version is that of the first
   * @param option the option that names the first
   * @param variable the environment variable that names the first
   * @param version which it must have, and how it tells it
   * @param otherwise what the user can have in its place, if there is something
   */
  public record Description(
      String title,
      List<String> names,
      String option,
      String variable,
      Version version,
      Source source,
      Optional<Otherwise> otherwise) {
    /** A program in whose place there is no other. */
    public Description(
        String title,
        List<String> names,
        String option,
        String variable,
        Version version,
        Source source) {
      this(title, names, option, variable, version, source, Optional.empty());
    }

    /**
     * Another build of it, in whose place the user can have this one.
     *
     * @param setting the option that takes this one, with its value
     */
    public Description variant(String built, Source variantSource, String setting) {
      Version other =
          new Version(
              version.argument(), version.told(), version.series(), built, version.goVersion());
      return new Description(
          title,
          names,
          option,
          variable,
          other,
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

    String name() {
      return names.get(0);
    }

    /** The version to build if there is no program. */
    public String builtVersion() {
      return version.built();
    }

    /** Differs for what is built differently, so that a program that is kept is of this source. */
    private String digest() {
      return Programs.digest(source.toString());
    }
  }

  /**
   * The version of a program.
   *
   * @param argument that prints it
   * @param told finds it in that output, as group 1
   * @param series how it must begin: {@code 0.38}
   * @param built the version to build if there is no program
   * @param goVersion the oldest Go that can build it
   */
  public record Version(
      String argument, Pattern told, String series, String built, String goVersion) {
    /**
     * @param told a regular expression
     */
    public Version(String argument, String told, String series, String built, String goVersion) {
      this(argument, Pattern.compile(told), series, built, goVersion);
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
    /** The source of a program that is as published, in Go alone. */
    public Source(List<String> packages, GoModule module, List<String> flags) {
      this(packages, module, flags, false, Optional.empty());
    }

    /** The same, with a part in C. */
    public Source withC() {
      return new Source(packages, module, flags, true, changed);
    }

    /** The same with source of ours in a module. */
    public Source with(ChangedModule module) {
      return new Source(packages, this.module, flags, needsC, Optional.of(module));
    }
  }

  /**
   * A program that the user can have in the place of another one.
   *
   * @param setting the option that takes it, with its value
   */
  public record Otherwise(String setting, Description program) {
    /** The end of a message: how to have it, if it is there. */
    private String advice() {
      return "; --set %s takes %s %s, which was built before"
          .formatted(setting, program.title(), program.builtVersion());
    }
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
                  wanted.version().series(),
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
    if (!wanted.version().isOfSeries(versionOf(found))) {
      throw new HarnessException(
          "%s names %s, which says that it is '%s'; %s %s is expected"
              .formatted(
                  source, program, versionOf(found), wanted.title(), wanted.version().series()));
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
        && wanted.version().isOfSeries(versionOf(program))
        && missingBeside(program).isEmpty();
  }

  /** The program's version, {@code 0.38.26}, or its first line of output if that has no version. */
  public String versionOf(Path program) {
    String output = Programs.output(program, wanted.version().argument());
    Matcher version = wanted.version().told().matcher(output);
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
                  wanted.name(),
                  C_COMPILER,
                  wanted.title(),
                  wanted.version().series(),
                  wanted.variable()));
    }
    Deadline deadline = Deadline.after(BUILD_TIMEOUT);
    try (LockFile lock =
        LockFile.take(
            cache.resolve(wanted.name() + ".lock"),
            deadline,
            "another hybrid command is still building %s in %s".formatted(wanted.name(), cache))) {
      // Another command may have built it while this one waited.
      if (!isKept()) {
        new GoBuild(wanted, environment, cache, progress, orTheOther())
            .make(go, program.getParent(), deadline);
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
                wanted.version().goVersion(),
                wanted.name(),
                wanted.version().series(),
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
}
