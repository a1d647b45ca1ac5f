package io.hybridycsb.testtimes;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints the slowest test classes of one build, the sum over all of them, and what was skipped and
 * why, from the reports that Surefire and Failsafe leave in each module. A report that is older
 * than the build is another build's and doesn't count.
 */
public final class TestTimes {
  private static final int SLOWEST = 10;

  /** One class in one module. */
  record TestClass(String name, double seconds, int tests, List<Skipped> skipped) {}

  /** A test, or a whole class of them. */
  record Skipped(String name, String reason) {}

  private TestTimes() {}

  /** Command line: the directory of all modules, and when the build began (ISO 8601). */
  public static void main(String[] args)
      throws IOException, ParserConfigurationException, SAXException {
    System.out.print(table(read(Path.of(args[0]), Instant.parse(args[1]))));
  }

  static List<TestClass> read(Path modules, Instant since)
      throws IOException, ParserConfigurationException, SAXException {
    DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    List<TestClass> classes = new ArrayList<>();
    for (Path report : reports(modules, since)) {
      classes.add(testClass(xml.parse(report.toFile()).getDocumentElement(), module(report)));
    }
    return classes;
  }

  private static List<Path> reports(Path modules, Instant since) throws IOException {
    List<Path> reports = new ArrayList<>();
    Files.walkFileTree(
        modules.toAbsolutePath().normalize(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            // A module's target holds much else: unpacked releases, data of clusters.
            boolean hasReports =
                !directory.getParent().endsWith("target")
                    || directory.endsWith("surefire-reports")
                    || directory.endsWith("failsafe-reports");
            return hasReports && !directory.endsWith("src") && !directory.endsWith(".git")
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean isReport = file.getFileName().toString().matches("TEST-.*\\.xml");
            if (isReport && !attributes.lastModifiedTime().toInstant().isBefore(since)) {
              reports.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return reports;
  }

  /** The module of {@code module/target/surefire-reports/TEST-x.xml}. */
  private static String module(Path report) {
    return report.getParent().getParent().getParent().getFileName().toString();
  }

  private static TestClass testClass(Element suite, String module) {
    String fullName = suite.getAttribute("name");
    String name = fullName.substring(fullName.lastIndexOf('.') + 1);
    List<Skipped> skipped = new ArrayList<>();
    NodeList elements = suite.getElementsByTagName("skipped");
    boolean isAll = elements.getLength() == suite.getElementsByTagName("testcase").getLength();
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      String test = ((Element) element.getParentNode()).getAttribute("name");
      skipped.add(new Skipped(isAll || test.isEmpty() ? name : name + "." + test, reason(element)));
    }
    return new TestClass(
        name + " (" + module + ")",
        Double.parseDouble(suite.getAttribute("time").replace(",", "")),
        Integer.parseInt(suite.getAttribute("tests")),
        skipped);
  }

  /** Where a whole class is skipped, the reason stands behind the exception's name. */
  private static String reason(Element skipped) {
    String message = skipped.getAttribute("message");
    if (message.isEmpty()) {
      message = skipped.getTextContent().strip().replaceFirst("^[\\w.$]+: ", "");
    }
    return message
        .replaceFirst("^Assumption failed: ", "")
        .lines()
        .findFirst()
        .orElse("no reason given");
  }

  static String table(List<TestClass> classes) {
    List<TestClass> slowest =
        classes.stream()
            .sorted(
                Comparator.comparingDouble(TestClass::seconds)
                    .reversed()
                    .thenComparing(TestClass::name))
            .limit(SLOWEST)
            .toList();
    String all = "all " + classes.size() + " classes";
    int width =
        slowest.stream()
            .mapToInt(one -> one.name().length() + 2)
            .reduce("slowest test classes".length(), Math::max);
    StringBuilder table = new StringBuilder();
    table.append(
        format("%-" + width + "s  %9s  %6s%n", "slowest test classes", "seconds", "tests"));
    for (TestClass one : slowest) {
      table.append(row(width, "  " + one.name(), one.seconds(), one.tests()));
    }
    table.append(
        row(
            width,
            all,
            classes.stream().mapToDouble(TestClass::seconds).sum(),
            classes.stream().mapToInt(TestClass::tests).sum()));
    skippedByReason(classes)
        .forEach(
            (reason, tests) ->
                table.append(format("not run here: %s: %s%n", String.join(", ", tests), reason)));
    return table.toString();
  }

  private static String row(int width, String name, double seconds, int tests) {
    return format("%-" + width + "s  %,9.1f  %,6d%n", name, seconds, tests);
  }

  private static Map<String, Set<String>> skippedByReason(List<TestClass> classes) {
    Map<String, Set<String>> byReason = new TreeMap<>();
    for (TestClass one : classes) {
      for (Skipped skipped : one.skipped()) {
        byReason.computeIfAbsent(skipped.reason(), reason -> new TreeSet<>()).add(skipped.name());
      }
    }
    return byReason;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
