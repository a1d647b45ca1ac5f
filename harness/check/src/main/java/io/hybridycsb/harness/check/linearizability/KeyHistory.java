package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Operation.Kind;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The operations on one key as moves over slots: one slot for each field that occurs, and one for
 * the record's presence. Values are numbered; 0 is absence.
 */
public final class KeyHistory {
  private static final int PRESENCE = 0;
  private static final int MISSING = 0;
  private static final int PRESENT = 1;

  private final String key;
  private final List<String> slots;
  private final int[] initial;
  private final List<Move> moves;

  private KeyHistory(String key, List<String> slots, int[] initial, List<Move> moves) {
    this.key = key;
    this.slots = slots;
    this.initial = initial;
    this.moves = moves;
  }

  /** A history whose reads are bound by nothing on other keys. */
  public static KeyHistory of(String key, List<Operation> operations, boolean fromEmpty) {
    return made(key, operations, fromEmpty, null);
  }

  /**
   * @param fromEmpty whether the key is known to be absent at first; otherwise its contents are
   *     unknown
   * @param bounds what bounds each of its sessions' reads
   */
  public static KeyHistory of(
      String key, List<Operation> operations, boolean fromEmpty, SessionBounds bounds) {
    return made(key, operations, fromEmpty, bounds.on(key));
  }

  private static KeyHistory made(
      String key, List<Operation> operations, boolean fromEmpty, LastSeen[] seen) {
    TreeSet<String> names = new TreeSet<>();
    for (Operation operation : operations) {
      Contents contents = operation.contents();
      names.addAll(contents.fields().keySet());
      names.addAll(contents.asked() == null ? List.of() : contents.asked());
    }
    List<String> slots = new ArrayList<>();
    slots.add(null);
    slots.addAll(names);
    Map<String, Integer> numbers = new HashMap<>();
    // If all records have fields and all reads find some, the fields alone show the presence.
    boolean presenceMatters =
        operations.stream()
            .map(Operation::contents)
            .anyMatch(contents -> contents.isPresent() && contents.fields().isEmpty());
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      if (!operation.isRead() || !operation.isPending()) {
        Move move =
            new Move(operation, numbers(operation, slots, numbers), seen == null ? null : seen[i]);
        moves.add(presenceMatters ? move : move.withoutSlot(PRESENCE));
      }
    }
    int[] initial = new int[slots.size()];
    Arrays.fill(initial, fromEmpty ? MISSING : Move.ANY);
    return new KeyHistory(key, slots, initial, moves);
  }

  private static int[] numbers(
      Operation operation, List<String> slots, Map<String, Integer> numbers) {
    Contents contents = operation.contents();
    boolean tellsAll = contents.tellsAll() && operation.kind() != Kind.MERGE;
    int[] filled = new int[slots.size()];
    Arrays.fill(filled, tellsAll ? MISSING : Move.ANY);
    filled[PRESENCE] = contents.isPresent() ? PRESENT : MISSING;
    for (int slot = 1; slot < filled.length; slot++) {
      String name = slots.get(slot);
      String value = contents.fields().get(name);
      if (value != null) {
        filled[slot] = numbers.computeIfAbsent(value, unused -> numbers.size() + 1);
      } else if (contents.asked() != null && contents.asked().contains(name)) {
        filled[slot] = MISSING;
      }
    }
    return filled;
  }

  /** When the values that its reads show were there. */
  Windows windows() {
    return new Windows(moves, initial);
  }

  int[] initial() {
    return initial;
  }

  String key() {
    return key;
  }

  List<Move> moves() {
    return moves;
  }

  int slots() {
    return slots.size();
  }

  /** Whether the initial contents are unknown. */
  public boolean isUnknownAtFirst() {
    return isUnknownAtFirst(PRESENCE);
  }

  /** The same moves from unknown initial contents. */
  KeyHistory unknownAtFirst() {
    int[] any = new int[initial.length];
    Arrays.fill(any, Move.ANY);
    return new KeyHistory(key, slots, any, moves);
  }

  /** Whether a slot's initial value is unknown. */
  boolean isUnknownAtFirst(int slot) {
    return initial[slot] == Move.ANY;
  }

  /** The name of a slot's field; null for the slot of the record's presence. */
  String name(int slot) {
    return slot == PRESENCE ? null : slots.get(slot);
  }

  /**
   * Wide windows make a search slow. So it first looks for an order in which no value was there at
   * first that was written later, too.
   */
  SearchResult search(Model model, SearchLimits limits) {
    KeyHistory seen = withoutUnseen();
    Windows windows = seen.windows();
    SearchResult result = new OrderSearch(seen, windows.narrow(), model, limits).run();
    return result == SearchResult.UNEXPLAINED && windows.areWide()
        ? new OrderSearch(seen, windows, model, limits).run()
        : result;
  }

  /** The same slots and initial state with other moves. */
  KeyHistory with(List<Move> others) {
    return new KeyHistory(key, slots, initial, others);
  }

  /** Without the moves of some operations. */
  public KeyHistory without(Set<Operation> some) {
    return some.isEmpty()
        ? this
        : with(moves.stream().filter(move -> !some.contains(move.operation())).toList());
  }

  KeyHistory mapped(UnaryOperator<Move> change) {
    return with(moves.stream().map(change).filter(move -> !move.isIdle()).toList());
  }

  /**
   * Without writes of unknown outcome that no read shows. If the history can be explained at all,
   * it can be explained without them.
   */
  KeyHistory withoutUnseen() {
    int most = 1 + moves.stream().mapToInt(Move::largest).max().orElse(0);
    boolean[][] shown = new boolean[slots.size()][most];
    for (Move move : moves) {
      for (int slot = 0; slot < shown.length; slot++) {
        if (move.expected(slot) != Move.ANY) {
          shown[slot][move.expected(slot)] = true;
        }
      }
    }
    return with(moves.stream().filter(move -> !move.isPending() || isShown(move, shown)).toList());
  }

  private static boolean isShown(Move write, boolean[][] shown) {
    return IntStream.range(0, shown.length)
        .anyMatch(slot -> write.effect(slot) != Move.ANY && shown[slot][write.effect(slot)]);
  }

  /** The fields that are left in a move, with their values; null for an absent value. */
  Map<String, String> shown(Move move) {
    Map<String, String> shown = new TreeMap<>();
    for (int slot = 1; slot < slots.size(); slot++) {
      if (move.number(slot) != Move.ANY) {
        shown.put(slots.get(slot), move.operation().contents().fields().get(slots.get(slot)));
      }
    }
    return shown;
  }
}
