package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Operations on one key that can't be explained by any order.
 *
 * @param model the model that they violate
 * @param explanation a sentence that says what is wrong with them
 * @param lines the operations in the order of their invocation
 */
public record Counterexample(String key, Model model, String explanation, List<Line> lines) {
  private static final String ABSENCE =
      " If the record had been there at first, an order would explain them; an insert in these"
          + " files or --from-empty says that it was absent.";

  /**
   * An operation of the counterexample.
   *
   * @param text the operation, with the fields that matter
   * @param contradictory whether the explanation mentions it
   */
  public record Line(Operation operation, String text, boolean contradictory) {
    public boolean isPending() {
      return operation.isPending();
    }

    /** When it began, in milliseconds since a start. */
    public String from(long startNs) {
      return millis(operation.invokedNanos() - startNs);
    }

    /** When it ended, in milliseconds since a start; the other text if nobody knows. */
    public String to(long startNs, String unknown) {
      return isPending() ? unknown : millis(operation.completedNanos() - startNs);
    }
  }

  /**
   * @param needsAbsence whether it is one only because the record was absent at first
   */
  static Counterexample of(
      KeyHistory shrunk, Model model, List<Operation> withoutEffect, boolean needsAbsence) {
    List<Move> moves = new ArrayList<>(shrunk.moves());
    moves.sort(Comparator.comparingLong(Move::invokedNs));
    Contradiction contradiction = Contradiction.find(shrunk.with(moves), model, withoutEffect);
    List<Line> lines = new ArrayList<>();
    for (Move move : moves) {
      lines.add(
          new Line(move.operation(), describe(shrunk, move), contradiction.moves().contains(move)));
    }
    String explanation = contradiction.sentence() + (needsAbsence ? ABSENCE : "");
    return new Counterexample(shrunk.key(), model, explanation, lines);
  }

  /** The counterexample as text for users. */
  public String text() {
    long start = startNs();
    StringBuilder text =
        new StringBuilder(
            "no order of these operations on key %s explains what they answered:".formatted(key));
    for (Line line : lines) {
      text.append(
          "%n %s %10s ms .. %10s ms  %-10s %s"
              .formatted(
                  line.contradictory() ? '>' : ' ',
                  line.from(start),
                  line.to(start, "?"),
                  line.operation().process(),
                  line.text()));
    }
    return text.toString();
  }

  public long startNs() {
    return lines.stream().mapToLong(line -> line.operation().invokedNanos()).min().orElse(0);
  }

  public static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }

  static String describe(KeyHistory history, Move move) {
    Operation operation = move.operation();
    String contents = operation.contents().isPresent() ? fields(history.shown(move)) : "nothing";
    String text =
        switch (operation.kind()) {
          case READ -> "read " + contents;
          case SCANNED -> "scanned " + contents;
          case WRITE, MERGE -> "wrote " + contents;
          case DELETE -> "deleted";
        };
    return operation.isPending() ? text + " (outcome unknown)" : text;
  }

  private static String fields(Map<String, String> fields) {
    List<String> texts = new ArrayList<>();
    fields.forEach(
        (name, value) -> {
          String shown = value == null ? "nothing" : value;
          texts.add(name.equals(Contents.REGISTER) ? shown : name + "=" + shown);
        });
    return texts.isEmpty() ? "a record" : String.join(" ", texts);
  }
}
