package io.hybridycsb.relational.node.database.agree;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Choices that a seed decides, and which forms of the language they have come to. */
final class RandomChoices {
  private final Random random;
  private final Set<String> forms = new TreeSet<>();

  RandomChoices(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int times) {
    return below(times) == 0;
  }

  <T> T of(List<T> all) {
    return all.get(below(all.size()));
  }

  /** Takes note of a form. */
  void form(String form) {
    forms.add(form);
  }

  /** One of these forms, of which it takes note. */
  String formOf(String... all) {
    String form = all[below(all.length)];
    form(form);
    return form;
  }

  /** The forms since the last call. */
  Set<String> takeForms() {
    Set<String> taken = new TreeSet<>(forms);
    forms.clear();
    return taken;
  }
}
