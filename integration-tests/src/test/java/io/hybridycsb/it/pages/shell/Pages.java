package io.hybridycsb.it.pages.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the documentation, in the source tree or in an unpacked release. */
public final class Pages {
  /** A fence without a language is a shell's; what programs print is fenced as {@code text}. */
  private static final Set<String> SHELL = Set.of("", "bash", "sh");

  private static final Pattern FENCE = Pattern.compile("^```(\\w*)$");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$");
  private static final Pattern INDENTED_COMMAND = Pattern.compile("^ {4}(bin/|\\./mvnw).*");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+(?:\\n[^`\\n]+)?)`");
  private static final String INDENT = "    ";

  private final Path root;

  /**
   * @param root the directory that holds {@code README.md} and {@code docs}
   */
  public Pages(Path root) {
    this.root = root;
  }

  /** The block of commands with this id. */
  public ShellBlock block(String id) {
    return blocks().stream()
        .filter(block -> block.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no page has the commands '" + id + "'"));
  }

  /** All blocks of commands, of all pages. */
  public List<ShellBlock> blocks() {
    List<ShellBlock> blocks = new ArrayList<>();
    texts().forEach((page, text) -> addBlocks(page, text, blocks));
    return blocks;
  }

  /** Code in the text of each page, without blocks. */
  public Map<String, List<String>> inlineCode() {
    Map<String, List<String>> code = new HashMap<>();
    texts()
        .forEach(
            (page, text) ->
                code.put(
                    page,
                    CODE.matcher(text.replaceAll("(?ms)^```.*?^```$", ""))
                        .results()
                        .map(found -> found.group(1).replace('\n', ' '))
                        .toList()));
    return code;
  }

  private Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      Stream<Path> all =
          Stream.concat(
              Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
                  .map(root::resolve),
              docs.filter(file -> file.toString().endsWith(".md")));
      for (Path page : all.toList()) {
        texts.put(root.relativize(page).toString(), Files.readString(page));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }

  private static void addBlocks(String page, String text, List<ShellBlock> blocks) {
    Map<String, Integer> found = new HashMap<>();
    String heading = "";
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher title = HEADING.matcher(lines.get(i));
      Matcher fence = FENCE.matcher(lines.get(i));
      int begin = i;
      if (title.matches()) {
        heading = title.group(1);
        continue;
      } else if (fence.matches()) {
        begin++;
        i = end(lines, begin, "```");
        if (!SHELL.contains(fence.group(1))) {
          continue;
        }
      } else if (INDENTED_COMMAND.matcher(lines.get(i)).matches()) {
        i = end(lines, begin, "");
      } else {
        continue;
      }
      String place = page + ": " + heading;
      int nth = found.merge(place, 1, Integer::sum);
      String block = String.join("\n", lines.subList(begin, i)).replaceAll("(?m)^" + INDENT, "");
      blocks.add(new ShellBlock(nth == 1 ? place : place + " (" + nth + ")", block));
    }
  }

  private static int end(List<String> lines, int begin, String last) {
    int end = begin;
    while (end < lines.size() && !lines.get(end).equals(last)) {
      end++;
    }
    return end;
  }
}
