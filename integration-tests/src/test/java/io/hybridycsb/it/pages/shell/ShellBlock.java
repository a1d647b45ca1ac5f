package io.hybridycsb.it.pages.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Commands that a page of the documentation shows together.
 *
 * @param id page and heading, such as {@code README.md: By hand}; of several below one heading the
 *     second ends with {@code (2)}
 * @param text as it stands in the page
 */
public record ShellBlock(String id, String text) {
  private static final Pattern CONTINUED = Pattern.compile("\\\\\\n\\s*");

  /** Its commands, one from each line; comments are left out, continued lines are one. */
  public List<String> commands() {
    List<String> commands = new ArrayList<>();
    for (String line : CONTINUED.matcher(text).replaceAll("").lines().toList()) {
      String command = withoutComment(line).strip();
      if (!command.isEmpty()) {
        commands.add(command);
      }
    }
    return commands;
  }

  private static String withoutComment(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
        return line.substring(0, i);
      }
    }
    return line;
  }

  @Override
  public String toString() {
    return id;
  }
}
