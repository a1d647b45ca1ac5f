package io.hybridycsb.harness.report;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Relative links, so that pages and results can be moved together. */
final class Links {
  private Links() {}

  static String relative(Path directory, Path file) {
    StringBuilder link = new StringBuilder();
    for (Path name : directory.relativize(file)) {
      link.append(link.length() == 0 ? "" : "/").append(encoded(name.toString()));
    }
    return link.toString();
  }

  static String encoded(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + name, e);
    }
  }
}
