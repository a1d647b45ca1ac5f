package io.hybridycsb.it.pages.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A line of a shell, taken apart as far as our pages need it. */
public final class ShellWords {
  private static final Pattern WORD =
      Pattern.compile("&&|\\|\\||[|;&]|(?:[^\\s'\"|;&]|'[^']*'|\"[^\"]*\")+");
  private static final Pattern BETWEEN = Pattern.compile("&&|\\|\\||[|;&]");
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z_]+=.*");

  private ShellWords() {}

  /** The words of each command; without quotes, and without variables set for it. */
  public static List<List<String>> of(String line) {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String word : WORD.matcher(line).results().map(MatchResult::group).toList()) {
      if (BETWEEN.matcher(word).matches()) {
        commands.add(words);
        words = new ArrayList<>();
      } else if (!words.isEmpty() || !ASSIGNMENT.matcher(word).matches()) {
        words.add(word.replaceAll("['\"]", ""));
      }
    }
    commands.add(words);
    commands.removeIf(List::isEmpty);
    return commands;
  }
}
