package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lets each JVM of a release record which classes it loads, until it ends. */
public final class ClassRecording implements ClassArchives {
  private final Path directory;
  private final ArchiveKind kind;
  private final Map<ClassPart, List<Path>> files = new LinkedHashMap<>();

  /**
   * @param directory where the records go
   */
  public ClassRecording(Path directory) {
    this.directory = directory;
    this.kind = ArchiveKind.ofThisJvm();
  }

  @Override
  public synchronized List<String> options(ClassPart part) {
    List<Path> own = files.computeIfAbsent(part, any -> new ArrayList<>());
    Path file = directory.resolve("%s-%d".formatted(part.name(), own.size() + 1));
    own.add(file);
    return kind.recording(file);
  }

  /** The parts of which a JVM was to be started. */
  public synchronized Set<ClassPart> parts() {
    return Set.copyOf(files.keySet());
  }

  /**
   * The largest record of a part's JVMs: the server's, rather than that of a tool beside it.
   *
   * @throws HarnessException if none of them left one
   */
  public synchronized Path largest(ClassPart part) {
    return files.getOrDefault(part, List.of()).stream()
        .filter(Files::exists)
        .max(Comparator.comparingLong(Disk::size))
        .orElseThrow(
            () -> new HarnessException("no JVM of " + part.name() + " recorded its classes"));
  }
}
