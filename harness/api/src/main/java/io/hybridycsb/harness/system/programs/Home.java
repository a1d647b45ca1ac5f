package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The unpacked release: where the servers' jars and the scripts lie.
 *
 * @param directory its top directory
 * @param archives what is archived of its classes
 */
public record Home(Path directory, ClassArchives archives) {
  private static final String PROPERTY = "hybrid.home";

  public Home(Path directory) {
    this(directory, new MadeArchives(directory));
  }

  /** The release that this command was started from. */
  public static Home ofThisCommand() {
    String home = System.getProperty(PROPERTY);
    if (home == null) {
      throw new HarnessException("start this through bin/hybrid, which sets -D" + PROPERTY);
    }
    return new Home(Path.of(home).toAbsolutePath().normalize());
  }

  /** This release, whose JVMs record the classes that they load. */
  public Home recordingIn(ClassRecording recording) {
    return new Home(directory, recording);
  }

  /** The archives of this release. */
  public MadeArchives madeArchives() {
    return new MadeArchives(directory);
  }

  /**
   * The beginning of the command of a server, or of a tool of its: the JVM, with the archive of the
   * server's classes if there is one.
   */
  public List<String> serverJvm(String server) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(archives.options(new ClassPart(server, serverClassPath(server))));
    return command;
  }

  /**
   * The command of a server of ours, without its arguments.
   *
   * @param server its directory in the release
   * @param heap of its JVM: {@code 512m}
   * @param options further ones of its JVM
   */
  public List<String> serverCommand(String server, String heap, String options, String mainClass) {
    List<String> command = serverJvm(server);
    command.add("-Xmx" + heap);
    command.addAll(JvmFlags.split(options));
    command.addAll(JvmFlags.OF_SERVERS);
    command.addAll(List.of("-cp", serverClassPath(server), mainClass));
    return command;
  }

  /**
   * A command for people of a server's program, without what follows its name. An audit may take
   * hours, no other does.
   */
  public List<String> commandOf(String server, String mainClass, String verb) {
    List<String> command = serverJvm(server);
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", JvmFlags.NATIVE_ACCESS));
    if (!verb.equals("audit")) {
      command.add(JvmFlags.SHORT_LIVED);
    }
    command.addAll(List.of("-cp", serverClassPath(server), mainClass, verb));
    return command;
  }

  /** The classes of a YCSB client. */
  public ClassPart client(String system) {
    return new ClassPart("client-" + system, bindingClassPath(system));
  }

  /** The classes of the hybrid command. */
  public ClassPart harness() {
    return new ClassPart("hybrid", harnessClassPath());
  }

  /** The class path of a server, with a JVM wildcard. */
  public String serverClassPath(String server) {
    return libraries(server).resolve("*").toString();
  }

  /** The class path of several servers, whose common libraries have the same versions. */
  public String serverClassPath(List<String> servers) {
    return servers.stream()
        .map(this::serverClassPath)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path libraries(String server) {
    Path lib = directory.resolve("servers").resolve(server).resolve("lib");
    if (!Files.isDirectory(lib)) {
      throw new HarnessException("no such directory: " + lib + "; is this release complete?");
    }
    return lib;
  }

  /**
   * The version of a server, from the file name of one of its jars: {@code artifact-VERSION.jar}.
   */
  public String versionOf(String server, String artifact) {
    return versionIn(libraries(server), artifact).orElse("unknown");
  }

  /** The version of an artifact whose jar is in a directory; empty if none is. */
  private static Optional<String> versionIn(Path lib, String artifact) {
    Pattern jar = Pattern.compile(Pattern.quote(artifact) + "-([0-9].*)\\.jar");
    return (Files.isDirectory(lib) ? Disk.list(lib) : List.<Path>of())
        .stream()
            .map(file -> jar.matcher(file.getFileName().toString()))
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .findFirst();
  }

  /** The version of YCSB's core; "unknown" if it isn't there. */
  public String ycsbVersion() {
    return versionIn(directory.resolve("lib"), "core").orElse("unknown");
  }

  /**
   * The jar of a server's program whose name begins with the artifact's.
   *
   * @param option the option that names another program, for the error message
   */
  public Path serverJar(String server, String artifact, String option) {
    Path lib = directory.resolve("servers").resolve(server).resolve("lib");
    return versionIn(lib, artifact)
        .map(version -> lib.resolve("%s-%s.jar".formatted(artifact, version)))
        .orElseThrow(
            () ->
                new HarnessException(
                    ("this release has no %s for this machine (%s): unpack hybrid-ycsb-databases"
                            + " over it, or install it and set %s")
                        .formatted(server, artifact, option)));
  }

  /** The class path of the hybrid command itself. */
  public String harnessClassPath() {
    return directory.resolve("harness").resolve("lib").resolve("*").toString();
  }

  /** The class path of a system's binding: its own jar, and YCSB's. */
  public String bindingClassPath(String system) {
    return directory.resolve("lib").resolve("*")
        + File.pathSeparator
        + directory.resolve(system + "-binding").resolve("lib").resolve("*");
  }

  /** The class name of a system's binding. */
  public String bindingClass(String system) {
    String bound = bindings().get(system);
    if (bound == null) {
      throw new HarnessException(bindingsFile() + " names no binding for " + system);
    }
    return bound;
  }

  /**
   * The names of all systems that have a binding, in a release of one system those of the others,
   * too.
   */
  public Set<String> systems() {
    return bindings().keySet();
  }

  private Path bindingsFile() {
    return directory.resolve("bin").resolve("bindings.properties");
  }

  private SortedMap<String, String> bindings() {
    SortedMap<String, String> bindings = new TreeMap<>();
    Attempt.maybe(() -> Files.readString(bindingsFile()))
        .orElseThrow(
            () ->
                new HarnessException(
                    "cannot read " + bindingsFile() + ": is this release complete?"))
        .lines()
        .filter(line -> line.matches("[a-z][^:]*:.*"))
        .map(line -> line.split(":", 2))
        .forEach(line -> bindings.put(line[0], line[1].strip()));
    return bindings;
  }

  /** A script in bin/. */
  public Path script(String name) {
    return directory.resolve("bin").resolve(name);
  }

  /** The JVM that runs this command also runs the servers. */
  public String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
