package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How what is measured fits what a paper has published: the shape if it can be seen, or else the
 * size.
 */
final class BesidePublished {
  private final Grid grid;
  private final List<Grid.PublishedValue> ofOurs;
  private final List<Grid.PublishedValue> comparable;

  BesidePublished(Grid grid) {
    this.grid = grid;
    this.ofOurs =
        grid.published().stream().filter(one -> grid.systems().containsKey(one.system())).toList();
    this.comparable =
        ofOurs.stream()
            .filter(one -> ours(one).filter(value -> value.mean() > 0).isPresent())
            .filter(one -> one.value() > 0)
            .toList();
  }

  private Optional<Spread> ours(Grid.PublishedValue one) {
    return grid.value(one.system(), one.place());
  }

  String inWords() {
    if (ofOurs.isEmpty()) {
      return "";
    }
    if (comparable.isEmpty()) {
      return grid.along().isEmpty()
          ? ""
          : "The paper's numbers are %s another %s.".formatted(grid.preposition(), grid.numberOf());
    }
    return shape().orElseGet(this::size);
  }

  /** Of the system with the most numbers on both sides; empty if none has two. */
  private Optional<String> shape() {
    if (!grid.ordered()) {
      return Optional.empty();
    }
    return grid.systems().keySet().stream()
        .map(this::inOrder)
        .filter(told -> told.size() > 1)
        .max(Comparator.comparingInt(List::size))
        .map(this::shape);
  }

  private List<Grid.PublishedValue> inOrder(String system) {
    return comparable.stream()
        .filter(one -> one.system().equals(system))
        .sorted(Comparator.comparingInt(one -> grid.places().indexOf(one.place())))
        .toList();
  }

  private String shape(List<Grid.PublishedValue> told) {
    Grid.PublishedValue first = told.get(0);
    Grid.PublishedValue last = told.get(told.size() - 1);
    double theirs = last.value() / first.value();
    Spread ourFirst = ours(first).orElseThrow();
    Spread ourLast = ours(last).orElseThrow();
    double ours = ourLast.mean() / ourFirst.mean();
    String range = grid.named(first.place() + " to " + last.place());
    return "From %s the paper's %s goes to %s times its number, ours to %s times."
        .formatted(range, first.system(), Phrases.ratio(theirs), Phrases.ratio(ours));
  }

  private String size() {
    List<Double> ratios = new ArrayList<>();
    Set<String> systems = new TreeSet<>();
    comparable.forEach(
        one -> {
          ratios.add(one.value() / ours(one).orElseThrow().mean());
          systems.add(one.system());
        });
    if (comparable.size() == 1) {
      Grid.PublishedValue one = comparable.get(0);
      String place = grid.named(one.place());
      return "The paper's %s has %s%s, %s times what it has here."
          .formatted(
              one.system(),
              grid.quantity().text(one.value()),
              place.isEmpty() ? "" : " " + grid.preposition() + " " + place,
              Phrases.ratio(ratios.get(0)));
    }
    double least = ratios.stream().min(Double::compare).orElseThrow();
    double most = ratios.stream().max(Double::compare).orElseThrow();
    String from = Phrases.ratio(least);
    String to = Phrases.ratio(most);
    return "The paper's numbers, which it has for %d of %d systems, are %s times ours."
        .formatted(
            systems.size(), grid.systems().size(), from.equals(to) ? to : from + " to " + to);
  }
}
