package io.hybridycsb.testtimes;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints the wall and CPU time of one build's tests, the slowest classes, and what was skipped and
 * why. It reads the reports that Surefire and Failsafe leave in each module, and the files of
 * {@link ClassUse}. A report that is older than the build is another build's and doesn't count.
 */
public final class TestTimes {
  private TestTimes() {}

  /** Command line: the directory of all modules, and when the build began (ISO 8601). */
  public static void main(String[] args)
      throws IOException, ParserConfigurationException, SAXException {
    Instant begin = Instant.parse(args[1]);
    System.out.print(TimesTable.of(Build.since(begin, read(Path.of(args[0]), begin))));
  }

  static List<TestClass> read(Path modules, Instant since)
      throws IOException, ParserConfigurationException, SAXException {
    DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    List<TestClass> classes = new ArrayList<>();
    for (Path report : reports(modules, since)) {
      Path target = report.getParent().getParent();
      classes.add(testClass(xml.parse(report.toFile()).getDocumentElement(), target));
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

  private static TestClass testClass(Element suite, Path target) throws IOException {
    String fullName = suite.getAttribute("name");
    String name = fullName.substring(fullName.lastIndexOf('.') + 1);
    List<TestClass.Skipped> skipped = new ArrayList<>();
    NodeList elements = suite.getElementsByTagName("skipped");
    boolean isAll = elements.getLength() == suite.getElementsByTagName("testcase").getLength();
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      String test = ((Element) element.getParentNode()).getAttribute("name");
      skipped.add(
          new TestClass.Skipped(
              isAll || test.isEmpty() ? name : name + "." + test, reason(element)));
    }
    return new TestClass(
        name,
        target.getParent().getFileName().toString(),
        Double.parseDouble(suite.getAttribute("time").replace(",", "")),
        Integer.parseInt(suite.getAttribute("tests")),
        skipped,
        ClassUse.read(target, fullName));
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
}
