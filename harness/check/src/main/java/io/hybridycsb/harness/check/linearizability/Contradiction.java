package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The operations of a small violation that contradict each other, and a sentence that says how.
 * Common kinds of violation are tried first; if none fits, all operations contradict each other.
 */
record Contradiction(String sentence, List<Move> moves) {

  static Contradiction find(KeyHistory history, Model model, List<Operation> withoutEffect) {
    return new Finder(history, model, withoutEffect)
        .find()
        .orElseGet(
            () ->
                new Contradiction(
                    "No order in which each of these operations takes effect "
                        + (model == Model.LINEARIZABLE ? "between its beginning and its end " : "")
                        + "explains what all of them answered.",
                    history.moves()));
  }

  private static final class Finder {
    private final KeyHistory history;
    private final List<Move> moves;
    private final Model model;
    private final Map<Move, Long> earliest = new IdentityHashMap<>();
    private final List<Operation> withoutEffect;

    Finder(KeyHistory history, Model model, List<Operation> withoutEffect) {
      this.history = history;
      this.moves = history.moves();
      this.model = model;
      long[] instants = ModelRules.earliest(model, moves, ModelRules.before(model, moves));
      for (int i = 0; i < instants.length; i++) {
        earliest.put(moves.get(i), instants[i]);
      }
      this.withoutEffect = withoutEffect;
    }

    Optional<Contradiction> find() {
      for (Move read : moves) {
        for (int slot = 1; slot < history.slots() && read.isRead(); slot++) {
          Optional<Contradiction> found = inSlot(read, slot);
          if (found.isPresent()) {
            return found;
          }
        }
      }
      return Optional.empty();
    }

    private Optional<Contradiction> inSlot(Move read, int slot) {
      int value = read.expected(slot);
      if (value == Move.ANY || (history.isUnknownAtFirst(slot))) {
        return value == Move.ANY ? Optional.empty() : stale(read, slot);
      }
      List<Move> writers = moves.stream().filter(move -> move.effect(slot) == value).toList();
      if (writers.isEmpty() && value != 0) {
        return Optional.of(neverWritten(read, slot));
      }
      if (value != 0
          && writers.stream().allMatch(writer -> writer.invokedNs() > read.completedNs())) {
        return Optional.of(
            new Contradiction(
                "%s of %s shows %s before the only write of it had begun."
                    .formatted(capital(name(read)), client(read), value(read, slot)),
                List.of(read, writers.get(0))));
      }
      return stale(read, slot);
    }

    private Contradiction neverWritten(Move read, int slot) {
      String field = history.name(slot);
      String value = read.operation().found().fields().get(field);
      String end =
          withoutEffect.stream()
              .filter(operation -> value.equals(operation.written().fields().get(field)))
              .findFirst()
              .map(
                  failed ->
                      "which the write of %s has put there although its answer was that it failed"
                          .formatted(failed.process()))
              .orElse("which no operation has written");
      return new Contradiction(
          "%s of %s shows %s, %s."
              .formatted(capital(name(read)), client(read), value(read, slot), end),
          List.of(read));
    }

    /** Whether the other comes first, by the times alone or for their session. */
    private boolean comesBefore(Move other, Move read) {
      return other.completedNs() < earliest.get(read)
          || (isOfOneSession(other, read) && other.completedNs() < read.invokedNs());
    }

    private boolean isOfOneSession(Move one, Move other) {
      String session = ModelRules.session(model, one.operation());
      return session != null && session.equals(ModelRules.session(model, other.operation()));
    }

    /** A newer value had been acknowledged, or read, before what the read may show. */
    private Optional<Contradiction> stale(Move read, int slot) {
      int value = read.expected(slot);
      long lastEnd =
          moves.stream()
              .filter(move -> move.effect(slot) == value)
              .mapToLong(Move::completedNs)
              .max()
              .orElse(Long.MIN_VALUE);
      for (Move other : moves) {
        int newer = other.effect(slot);
        if (newer != Move.ANY && newer != value && other.invokedNs() > lastEnd) {
          if (comesBefore(other, read)) {
            return Optional.of(overwritten(read, other, slot));
          }
          for (Move earlier : moves) {
            if (earlier.isRead() && earlier.expected(slot) == newer && comesBefore(earlier, read)) {
              return Optional.of(backwards(read, earlier, other, slot));
            }
          }
        }
      }
      return Optional.empty();
    }

    private Contradiction overwritten(Move read, Move newer, int slot) {
      return new Contradiction(
          "%s of %s shows %s although %s of %s had ended %s ms before that read began."
                  .formatted(
                      capital(name(read)),
                      client(read),
                      value(read, slot),
                      newer.operation().kind() == Operation.Kind.DELETE
                          ? "the delete"
                          : "the write of " + value(newer, slot),
                      client(newer),
                      Counterexample.millis(read.invokedNs() - newer.completedNs()))
              + seen(read, newer),
          List.of(read, newer));
    }

    private Contradiction backwards(Move read, Move earlier, Move newer, int slot) {
      return new Contradiction(
          "%s of %s shows %s although the read of %s, which had ended %s ms before, had already"
                  .formatted(
                      capital(name(read)),
                      client(read),
                      value(read, slot),
                      client(earlier),
                      Counterexample.millis(read.invokedNs() - earlier.completedNs()))
              + " shown the newer %s.".formatted(value(earlier, slot))
              + seen(read, earlier),
          List.of(read, earlier, newer));
    }

    /** Why a read must come after another operation that is not of its session; may be empty. */
    private String seen(Move read, Move other) {
      if (model == Model.LINEARIZABLE || isOfOneSession(other, read) || read.seen() == null) {
        return "";
      }
      LastSeen seen = read.seen();
      return " Before it, client %s had %s of key %s, and that write began %s ms later."
          .formatted(
              seen.by().process(),
              seen.by() == seen.write()
                  ? "made a write"
                  : "read what client %s wrote".formatted(seen.write().process()),
              seen.write().key(),
              Counterexample.millis(seen.instantNs() - other.completedNs()));
    }

    private static String name(Move move) {
      return move.operation().kind() == Operation.Kind.SCANNED ? "the scan" : "the read";
    }

    private static String client(Move move) {
      return "client " + move.operation().process();
    }

    private String value(Move move, int slot) {
      Contents contents = move.operation().contents();
      String name = history.name(slot);
      String value = contents.fields().get(name);
      String label = value == null ? "nothing" : value;
      return name.equals(Contents.REGISTER) || (value == null && !contents.isPresent())
          ? label
          : "%s=%s".formatted(name, label);
    }

    private static String capital(String text) {
      return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
  }
}
