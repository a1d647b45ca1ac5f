package io.hybridycsb.harness.report.claims;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a claim is tested by.
 *
 * @param kind as the file has it
 * @param parts all of which must hold
 */
record ClaimTest(String kind, List<Part> parts) {
  /** A part, which becomes ratios of what was measured. */
  sealed interface Part permits Pair, Course {
    /** The places that it names; of a course the one without its own values. */
    List<Place> places();
  }

  /** One number over another. */
  record Pair(Place of, Place to, Range range) implements Part {
    @Override
    public List<Place> places() {
      return List.of(of, to);
    }
  }

  /**
   * The numbers of a system along what is varied.
   *
   * @param from the first value; empty if it is the first that was measured
   * @param to the last, likewise
   */
  record Course(Place system, String along, Optional<String> from, Optional<String> to, Form form)
      implements Part {
    @Override
    public List<Place> places() {
      return List.of(system);
    }

    /** All values along it that the claim names. */
    List<String> values() {
      return Stream.of(from.stream(), to.stream(), form.values().stream())
          .flatMap(one -> one)
          .toList();
    }
  }

  /** The names of all experiments that it needs. */
  Set<String> experiments() {
    return systems().keySet();
  }

  /** The systems that it needs, by experiment. */
  SortedMap<String, SortedSet<String>> systems() {
    SortedMap<String, SortedSet<String>> systems = new TreeMap<>();
    for (Part part : parts) {
      for (Place place : part.places()) {
        systems.computeIfAbsent(place.experiment(), unused -> new TreeSet<>()).add(place.system());
      }
    }
    return systems;
  }
}
