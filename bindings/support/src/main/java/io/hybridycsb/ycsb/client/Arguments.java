package io.hybridycsb.ycsb.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What YCSB is given, as it reads it itself: files in their order, and over them the properties and
 * options of the command.
 */
final class Arguments {
  private static final Set<String> FLAGS = Set.of("-load", "-t", "-s");
  private static final Set<String> WITH_VALUE =
      Set.of("-threads", "-target", "-db", "-l", "-P", "-p");

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
      if (!WITH_VALUE.contains(option)) {
        throw new Misuse("unknown option '%s'%s".formatted(option, hint(option)));
      }
      i++;
      if (i == given.length) {
        throw new Misuse("%s takes a value".formatted(option));
      }
      words.add(
          switch (option) {
            case "-P" -> file(given[i]);
            case "-threads", "-target" -> given[i].strip();
            default -> given[i];
          });
      value(option, given[i]);
    }
  }

  /** Glued options, and those with two dashes. */
  private static String hint(String option) {
    Stream<String> known = Stream.concat(WITH_VALUE.stream(), FLAGS.stream());
    return known
        .filter(each -> option.startsWith(each) || option.equals("-" + each))
        .max(Comparator.comparingInt(String::length))
        .map(each -> WITH_VALUE.contains(each) ? each + " VALUE, in two words" : each)
        .map(": did you mean %s?"::formatted)
        .orElse("");
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
      case "-threads" -> number("threadcount", value);
      case "-target" -> number("target", value);
      case "-db" -> ofCommand.setProperty("db", value);
      case "-l" -> ofCommand.setProperty("label", value);
      case "-p" -> property(value);
      default -> {
        // A file, which is read already.
      }
    }
  }

  /** YCSB reads it also if another one comes later. */
  private void number(String name, String value) {
    Numbers.require(name, value.strip(), Integer.MAX_VALUE);
    ofCommand.setProperty(name, value);
  }

  private void property(String assignment) {
    int end = assignment.indexOf('=');
    if (end < 0) {
      throw new Misuse("-p takes NAME=VALUE, not '%s'".formatted(assignment));
    }
    ofCommand.setProperty(assignment.substring(0, end), assignment.substring(end + 1));
  }

  /** Reads a file; of what can be read once only, such as a pipe, YCSB gets a copy. */
  private String file(String name) {
    try {
      Path file = Path.of(name);
      byte[] content = Files.readAllBytes(file);
      try (InputStream text = new ByteArrayInputStream(content)) {
        ofFiles.load(text);
      }
      if (Files.isRegularFile(file)) {
        return name;
      }
      Path copy = Files.createTempFile("ycsb", ".properties");
      copies.add(copy);
      return Files.write(copy, content).toString();
    } catch (NoSuchFileException e) {
      throw new Misuse("cannot read %s: there is no such file".formatted(name), e);
    } catch (AccessDeniedException e) {
      throw new Misuse("cannot read %s: permission denied".formatted(name), e);
    } catch (IOException | IllegalArgumentException e) {
      throw new Misuse("cannot read %s: %s".formatted(name, e.getMessage()), e);
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
