package io.hybridycsb.harness.report.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.Paper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file of claims; docs/claims.md has its format.
 *
 * @param paper after which the file is named
 */
record ClaimFile(Path file, String paper) {
  private static final String NOT_MEASURABLE = "not-measurable";
  private static final String TEST = "test";

  List<Claim> read() {
    Entry whole = Entry.read(file);
    whole.requireOnly(List.of("paper", TestEntry.TOLERANCE, "claims"));
    if (!whole.required("paper").equals(paper)) {
      throw whole.wrong(
          "paper is '%s'; expected is that of the file's name, '%s'"
              .formatted(whole.required("paper"), paper));
    }
    double tolerance =
        whole.factorOfOneOrMore(TestEntry.TOLERANCE).orElse(TestEntry.USUAL_TOLERANCE);
    List<Claim> claims = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode node : whole.list("claims")) {
      if (!(node instanceof ObjectNode names)) {
        throw whole.wrong("claims must be a list of names with values, not of " + node);
      }
      Entry entry = new Entry("%s, claim %d".formatted(file, claims.size() + 1), names);
      Claim claim = claim(entry, paperOf(whole), tolerance);
      if (!ids.add(claim.id())) {
        throw entry.wrong("another claim of the file has the id '%s', too".formatted(claim.id()));
      }
      claims.add(claim);
    }
    return claims;
  }

  private Paper paperOf(Entry whole) {
    try {
      return Paper.of(paper);
    } catch (UsageException e) {
      throw whole.wrong(e.getMessage());
    }
  }

  private Claim claim(Entry numbered, Paper of, double tolerance) {
    String id = numbered.required("id");
    if (!id.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
      throw numbered.wrong("id is of small letters, digits and '-', not '%s'".formatted(id));
    }
    Entry entry = numbered.named("%s, claim %s".formatted(file, id));
    entry.requireOnly(List.of("id", "section", "figure", "says", TEST, NOT_MEASURABLE));
    if (entry.has(TEST) == entry.has(NOT_MEASURABLE)) {
      throw entry.wrong("expected is one of: %s, %s".formatted(TEST, NOT_MEASURABLE));
    }
    return new Claim(
        of,
        id,
        entry.required("section"),
        entry.text("figure").orElse(""),
        entry.required("says"),
        entry.has(TEST)
            ? Optional.of(new TestEntry(entry.below(TEST), tolerance).read())
            : Optional.empty(),
        entry.text(NOT_MEASURABLE).orElse(""));
  }
}
