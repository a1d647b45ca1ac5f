package io.hybridycsb.harness.results;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.Json;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

public final class RunFiles {
  /** A file beside a result: successful operations by kind and second of the run. */
  public static final String TIMELINE = "timeline.csv";

  /** In its first line: operations that were due, by a curve or a trace. */
  public static final String OFFERED = "offered";

  private static final Pattern EARLIER_FAILURE = Pattern.compile("[0-9]+\\.failed-[0-9]+");

  private RunFiles() {}

  /**
   * Where a run that failed for correctness is kept when it is done again: beside the run's
   * directory.
   *
   * @param number from 1
   */
  public static Path earlierFailure(Path directory, int number) {
    return directory.resolveSibling(directory.getFileName() + ".failed-" + number);
  }

  /** Whether a run's file is of one that failed for correctness, and was done again since. */
  public static boolean isEarlierFailure(Path file) {
    Path directory = file.toAbsolutePath().getParent().getFileName();
    return directory != null && EARLIER_FAILURE.matcher(directory.toString()).matches();
  }

  /** Writes a run's result into its directory, atomically. */
  public static void write(Path directory, RunResult result) {
    Json.write(directory.resolve(RunResult.FILE), result);
  }

  /**
   * Reads one run's result.
   *
   * @throws HarnessException if it can't be read, lacks something or has an unknown format
   */
  public static RunResult read(Path file) {
    JsonNode result = Attempt.get("read " + file, () -> Json.MAPPER.readTree(file.toFile()));
    int format = result.path("format").asInt(-1);
    if (format != RunResult.FORMAT) {
      throw new HarnessException(
          "%s has results of format %d; this release reads format %d"
              .formatted(file, format, RunResult.FORMAT));
    }
    RunResult read =
        Attempt.get("read " + file, () -> Json.MAPPER.treeToValue(result, RunResult.class));
    missing("result", read)
        .ifPresent(
            name -> {
              throw new HarnessException(
                  "%s is no whole result: %s is missing".formatted(file, name));
            });
    return read;
  }

  /** The name of something that is null in a value of any depth; empty if all is there. */
  private static Optional<String> missing(String name, Object value) {
    if (value == null) {
      return Optional.of(name);
    }
    if (value instanceof Optional<?> optional) {
      return optional.flatMap(content -> missing(name, content));
    }
    if (value instanceof Map<?, ?> map) {
      return first(
          map.entrySet().stream()
              .map(entry -> missing(name + "." + entry.getKey(), entry.getValue())));
    }
    if (value instanceof Collection<?> collection) {
      return first(collection.stream().map(element -> missing(name, element)));
    }
    return value instanceof Record
        ? first(
            Arrays.stream(value.getClass().getRecordComponents())
                .map(part -> missing(part.getName(), partOf(value, part))))
        : Optional.empty();
  }

  private static Optional<String> first(Stream<Optional<String>> names) {
    return names.flatMap(Optional::stream).findFirst();
  }

  private static Object partOf(Object value, RecordComponent part) {
    try {
      return part.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a result's parts are public", e);
    }
  }

  /** What tells in a result of any format why the run failed. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Ending(int format, String failure, Optional<Boolean> incorrect) {}

  /**
   * Why a run failed, by its result of any format, if it may have been for correctness; empty if it
   * succeeded or failed otherwise.
   *
   * @throws HarnessException if that can't be read
   */
  public static Optional<String> possiblyIncorrect(Path file) {
    Ending ending =
        Attempt.get("read " + file, () -> Json.MAPPER.readValue(file.toFile(), Ending.class));
    if (ending.failure() == null) {
      throw new HarnessException(file + " is no result of a run");
    }
    return Optional.of(ending.failure())
        .filter(failure -> !failure.isEmpty())
        .filter(failure -> ending.incorrect().orElse(ending.format() != RunResult.FORMAT));
  }

  /** Every run's file at or below a path, in the order of their names, earlier failures too. */
  public static List<Path> below(Path path) {
    return Disk.walk(path).stream()
        .filter(file -> file.getFileName().toString().equals(RunResult.FILE))
        .toList();
  }
}
