package io.hybridycsb.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the names that a mistyped name may stand for. */
final class NearNames {
  private static final int SHOWN_MAX = 3;
  private static final int SURELY_NEAR = 2;

  private NearNames() {}

  /** The nearest of the known names, the nearest first; none if all are far. */
  static List<String> of(String name, Collection<String> known) {
    int far = Math.max(SURELY_NEAR, name.length() / 3);
    return known.stream()
        .filter(other -> distance(name, other) <= far)
        .sorted(
            Comparator.<String>comparingInt(other -> distance(name, other))
                .thenComparing(Comparator.naturalOrder()))
        .limit(SHOWN_MAX)
        .toList();
  }

  /** Small also where words are left out, or stand in another order. */
  private static int distance(String name, String known) {
    int edits = Math.min(edits(name, known), edits(sorted(name), sorted(known)) + 1);
    boolean leftOut = name.contains(".") && hasWords(known, name);
    return leftOut ? Math.min(edits, SURELY_NEAR) : edits;
  }

  private static boolean hasWords(String known, String name) {
    return Arrays.asList(known.split("\\.")).containsAll(Arrays.asList(name.split("\\.")));
  }

  private static String sorted(String name) {
    String[] words = name.split("\\.");
    Arrays.sort(words);
    return String.join(".", words);
  }

  /** The least number of letters to insert, remove or replace, after Levenshtein. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
