package io.hybridycsb.ycsb.client;

import java.io.OutputStream;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import site.ycsb.Client;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/** Where and how YCSB is to tell its results, which it would find out when they are there. */
final class Results {
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Class<?>[] STREAM = {OutputStream.class};

  private Results() {}

  /** Requires that they can be told. */
  static void require(Properties given) {
    String type =
        Checks.word(
            given,
            "measurementtype",
            "hdrhistogram",
            List.of(
                "hdrhistogram",
                "histogram",
                "hdrhistogram+histogram",
                "hdrhistogram+raw",
                "timeseries",
                "raw"));
    Checks.word(given, "measurement.interval", "op", List.of("op", "intended", "both"));
    requireExporter(given.getProperty(Client.EXPORTER_PROPERTY));
    requireFile(given, Client.EXPORT_FILE_PROPERTY, "");
    if (type.endsWith("raw")) {
      requireFile(given, "measurement.raw.output_file", "");
    }
    if (type.startsWith("hdr")) {
      requirePercentiles(given.getProperty("hdrhistogram.percentiles", "95"));
    }
    if (type.startsWith("hdr")
        && Boolean.parseBoolean(given.getProperty("hdrhistogram.fileoutput"))) {
      requireFile(given, "hdrhistogram.output.path", "READ.hdr");
    }
  }

  private static void requirePercentiles(String list) {
    String line =
        "hdrhistogram.percentiles are numbers with commas between, from 0 to 100, not '%s'"
            .formatted(list);
    try {
      if (!COMMA.splitAsStream(list).mapToDouble(Double::parseDouble).allMatch(Results::isPart)) {
        throw new Misuse(line);
      }
    } catch (NumberFormatException e) {
      throw new Misuse(line, e);
    }
  }

  private static boolean isPart(double percentile) {
    return percentile >= 0 && percentile <= 100;
  }

  private static void requireExporter(String name) {
    if (name == null) {
      return;
    }
    Class<?> exporter = Checks.named(name, MeasurementsExporter.class, "exporter");
    boolean takesStream =
        Arrays.stream(exporter.getConstructors())
            .anyMatch(each -> Arrays.equals(each.getParameterTypes(), STREAM));
    if (!takesStream || Modifier.isAbstract(exporter.getModifiers())) {
      throw new Misuse("the exporter '%s' can't be made for a stream".formatted(name));
    }
  }

  /** Of those that begin with a text, one is looked at. */
  private static void requireFile(Properties given, String name, String end) {
    String value = given.getProperty(name);
    if (value == null) {
      return;
    }
    try {
      Path file = Path.of(value + end).toAbsolutePath();
      Path directory = file.getParent();
      boolean canBe = directory != null && Files.isDirectory(directory);
      boolean isNew = canBe && !Files.exists(file);
      if (value.isEmpty() && end.isEmpty()
          || !canBe
          || Files.isDirectory(file)
          || !Files.isWritable(isNew ? directory : file)) {
        throw new Misuse("%s: '%s' can't be written".formatted(name, value));
      }
    } catch (InvalidPathException e) {
      throw new Misuse("%s: '%s' is no file name".formatted(name, value), e);
    }
  }
}
