package io.hybridycsb.ycsb.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * What YCSB is given, as it reads it itself: files in their order, and over them the properties and
 * options of the command.
 */
final class Arguments {
  private static final Set<String> FLAGS = Set.of("-load", "-t", "-s");

  private final List<String> words = new ArrayList<>();
  private final Properties ofFiles = new Properties();
  private final Properties ofCommand = new Properties();
  private final List<Path> copies = new ArrayList<>();

  /**
   * Reads them.
   *
   * @throws Misuse if YCSB knows an option not, or can't read a file
   */
  Arguments(String... given) {
    for (int i = 0; i < given.length; i++) {
      String option = given[i];
      words.add(option);
      if (FLAGS.contains(option)) {
        flag(option);
        continue;
      }
      if (!Set.of("-threads", "-target", "-db", "-l", "-P", "-p").contains(option)) {
        throw new Misuse("unknown option '%s'".formatted(option));
      }
      i++;
      if (i == given.length) {
        throw new Misuse("%s takes a value".formatted(option));
      }
      words.add(option.equals("-P") ? file(given[i]).toString() : given[i]);
      value(option, given[i]);
    }
  }

  private void flag(String option) {
    switch (option) {
      case "-load" -> ofCommand.setProperty("dotransactions", "false");
      case "-t" -> ofCommand.setProperty("dotransactions", "true");
      default -> ofCommand.setProperty("status", "true");
    }
  }

  private void value(String option, String value) {
    switch (option) {
      case "-threads" -> ofCommand.setProperty("threadcount", value);
      case "-target" -> ofCommand.setProperty("target", value);
      case "-db" -> ofCommand.setProperty("db", value);
      case "-l" -> ofCommand.setProperty("label", value);
      case "-p" -> property(value);
      default -> {
        // A file, which is read already.
      }
    }
  }

  private void property(String assignment) {
    int end = assignment.indexOf('=');
    if (end < 0) {
      throw new Misuse("-p takes NAME=VALUE, not '%s'".formatted(assignment));
    }
    ofCommand.setProperty(assignment.substring(0, end), assignment.substring(end + 1));
  }

  /** Reads a file; of what can be read once only, such as a pipe, YCSB gets a copy. */
  private Path file(String name) {
    Path file = Path.of(name);
    try {
      byte[] content = Files.readAllBytes(file);
      try (InputStream text = new ByteArrayInputStream(content)) {
        ofFiles.load(text);
      }
      if (Files.isRegularFile(file)) {
        return file;
      }
      Path copy = Files.createTempFile("ycsb", ".properties");
      copies.add(copy);
      return Files.write(copy, content);
    } catch (IOException | IllegalArgumentException e) {
      throw new Misuse("cannot read %s: %s".formatted(name, e.getMessage()));
    }
  }

  /** The properties that count. */
  Properties properties() {
    Properties all = new Properties();
    all.putAll(ofFiles);
    all.putAll(ofCommand);
    return all;
  }

  /** What YCSB is to get, with other values of some properties. */
  String[] with(Properties others) {
    List<String> all = new ArrayList<>(words);
    for (String name : others.stringPropertyNames()) {
      all.addAll(List.of("-p", name + "=" + others.getProperty(name)));
    }
    return all.toArray(String[]::new);
  }

  /** Removes the copies of files, once YCSB has read them. */
  void removeCopies() {
    for (Path copy : copies) {
      try {
        Files.deleteIfExists(copy);
      } catch (IOException e) {
        System.err.println("ycsb: warning: %s is left: %s".formatted(copy, e.getMessage()));
      }
    }
  }
}
