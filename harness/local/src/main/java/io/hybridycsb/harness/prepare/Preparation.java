package io.hybridycsb.harness.prepare;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.ArchiveKind;
import io.hybridycsb.harness.system.programs.ClassPart;
import io.hybridycsb.harness.system.programs.ClassRecording;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.programs.MadeArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Starts a small cluster, loads it and runs a workload, while its JVMs and the clients record which
 * classes they load; then makes archives of these.
 *
 * @param root the directory of the cluster's run directory, which goes with it
 * @param mainClass of the hybrid command
 */
public record Preparation(
    Home home, Path root, String mainClass, ProcessLauncher launcher, Progress progress) {
  private static final Duration UP_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration YCSB_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration MAKE_TIMEOUT = Duration.ofMinutes(5);
  private static final int RECORDS_FOR_CLASSES = 1_000;
  private static final int OPERATIONS_PER_RECORD = 2;

  /** Makes the archives of a system's servers, of its clients, and of the hybrid command. */
  public void prepare(SystemDescription system) throws InterruptedException {
    Path records = Disk.newDirectory("hybrid-classes");
    try {
      ClassRecording recording = new ClassRecording(records);
      ClusterDirectory directory = ClusterDirectory.of(root, system.name());
      removeLeftOver(directory);
      // A JVM that uses an archive records nothing for another one.
      home.madeArchives().begin(home.client(system.name()));
      record(system, directory, recording);
      for (ClassPart part : sorted(recording.parts())) {
        make(part, recording.largest(part), new LogFile(records.resolve(part.name() + ".log")));
      }
      Disk.remove(records);
      Disk.remove(root);
    } catch (HarnessException e) {
      progress.say("failed; all logs are in " + root + " and " + records);
      throw e;
    } catch (InterruptedException e) {
      Disk.remove(records);
      throw e;
    }
  }

  private static List<ClassPart> sorted(Set<ClassPart> parts) {
    return parts.stream().sorted(Comparator.comparing(ClassPart::name)).toList();
  }

  private void removeLeftOver(ClusterDirectory directory) throws InterruptedException {
    if (directory.load().isPresent()) {
      new Cluster(directory, launcher, progress).down(true);
    }
  }

  private void record(
      SystemDescription system, ClusterDirectory directory, ClassRecording recording)
      throws InterruptedException {
    Cluster cluster = new Cluster(directory, launcher, progress);
    try {
      cluster.up(
          system,
          home.recordingIn(recording),
          new UpRequest(
              Optional.of(system.data().nodes().min()), Map.of(), Optional.empty(), UP_TIMEOUT));
      use(system, directory, recording);
    } finally {
      if (directory.load().isPresent()) {
        progress.say("stopping the cluster");
        // In order, since a JVM writes its record at its end.
        cluster.downInAnyCase(false);
      }
    }
    cluster.down(true);
  }

  /** What clients measure is left aside: only their classes count. */
  private void use(SystemDescription system, ClusterDirectory directory, ClassRecording recording)
      throws InterruptedException {
    long records = records(system);
    long operations = records * OPERATIONS_PER_RECORD;
    List<String> sizes =
        List.of("-p", "recordcount=" + records, "-p", "operationcount=" + operations);
    progress.say("loading %,d records".formatted(records));
    ycsb("load", sizes, system, directory, recording);
    progress.say("running workload a: %,d operations".formatted(operations));
    ycsb("run", sizes, system, directory, recording);
    List<String> command = new ArrayList<>(List.of(home.java()));
    command.addAll(recording.options(home.harness()));
    command.addAll(List.of(JvmFlags.NATIVE_ACCESS, "-Dhybrid.home=" + home.directory()));
    command.addAll(List.of("-cp", home.harnessClassPath(), mainClass, "systems"));
    run("hybrid systems", command, Map.of(), log(directory, "hybrid"), COMMAND_TIMEOUT);
  }

  /** Classes are soon loaded; profiles of methods take as long as a quickstart. */
  private static long records(SystemDescription system) {
    return ArchiveKind.ofThisJvm().hasProfiles()
        ? system.data().quickstart().records()
        : Math.min(RECORDS_FOR_CLASSES, system.data().quickstart().records());
  }

  private void ycsb(
      String phase,
      List<String> sizes,
      SystemDescription system,
      ClusterDirectory directory,
      ClassRecording recording)
      throws InterruptedException {
    Path workload = home.directory().resolve("workloads").resolve("workloada");
    List<String> command = new ArrayList<>(List.of(home.script("ycsb").toString(), phase));
    command.addAll(List.of(system.name(), "-P", workload.toString()));
    command.addAll(List.of("-threads", Integer.toString(system.data().quickstart().threads())));
    command.addAll(sizes);
    String options = String.join(" ", recording.options(home.client(system.name())));
    Map<String, String> environment = Map.of("HYBRID_DIR", root.toString(), "JAVA_OPTS", options);
    run("ycsb " + phase, command, environment, log(directory, "ycsb-" + phase), YCSB_TIMEOUT);
  }

  private static void run(
      String name,
      List<String> command,
      Map<String, String> environment,
      LogFile log,
      Duration timeout)
      throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    // Where a JVM that crashes leaves its report.
    builder.directory(log.path().getParent().toFile());
    new LoggedCommand(name, builder, log).succeed(Deadline.after(timeout));
  }

  private static LogFile log(ClusterDirectory directory, String name) {
    return new LogFile(directory.path().resolve(name + ".log"));
  }

  private void make(ClassPart part, Path record, LogFile log) throws InterruptedException {
    long began = System.nanoTime();
    ArchiveKind kind = ArchiveKind.ofThisJvm();
    MadeArchives made = home.madeArchives();
    Path archive = made.begin(part);
    List<String> command = new ArrayList<>(List.of(home.java()));
    command.addAll(kind.making(record, archive));
    // An archive is for JVMs that have the same options for modules.
    command.addAll(List.of(JvmFlags.NATIVE_ACCESS, "-cp", part.classPath()));
    try {
      kind.mend(record, part.classPath());
      run("archiving the classes of " + part.name(), command, Map.of(), log, MAKE_TIMEOUT);
      made.add(part, kind.using(archive));
      progress.say(
          "archived the classes of %s: %d MB, in %.1f s"
              .formatted(
                  part.name(), Files.size(archive) >> 20, (System.nanoTime() - began) / 1e9));
    } catch (IOException e) {
      throw new HarnessException("cannot archive the classes of " + part.name() + ": " + e, e);
    }
  }
}
