package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A project's {@code pom.xml}, as a page of the documentation shows it: one without a parent. */
final class DocumentedPom {
  private final Element project;

  DocumentedPom(String text) {
    try {
      project =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
              .getDocumentElement();
    } catch (SAXException | ParserConfigurationException e) {
      throw new AssertionError("the page's pom.xml: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(project.getElementsByTagName("parent").getLength()).isZero();
  }

  /** A dependency of a project. */
  record Dependency(String groupId, String artifactId, String version, String scope) {
    /** The file's name in a repository. */
    String jar() {
      return artifactId + "-" + version + ".jar";
    }
  }

  /** All dependencies, in their order. */
  List<Dependency> dependencies() {
    NodeList all = project.getElementsByTagName("dependency");
    return IntStream.range(0, all.getLength())
        .mapToObj(i -> (Element) all.item(i))
        .map(
            dependency ->
                new Dependency(
                    text(dependency, "groupId"),
                    text(dependency, "artifactId"),
                    text(dependency, "version"),
                    dependency.getElementsByTagName("scope").getLength() == 0
                        ? "compile"
                        : text(dependency, "scope")))
        .toList();
  }

  /** The name of the jar that it makes. */
  String jar() {
    return text(project, "artifactId") + "-" + text(project, "version") + ".jar";
  }

  private static String text(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent();
  }
}
