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
      String key, List<Operation> operations, boolean fromEmpty, Seen[] seen) {
    TreeSet<String> names = new TreeSet<>();
    for (Operation operation : operations) {
      for (Contents contents : Arrays.asList(operation.found(), operation.written())) {
        if (contents != null) {
          names.addAll(contents.fields().keySet());
          names.addAll(contents.asked() == null ? List.of() : contents.asked());
        }
      }
    }
    List<String> slots = new ArrayList<>();
    slots.add(null);
    slots.addAll(names);
    Map<String, Integer> numbers = new HashMap<>();
    boolean presenceMatters = presenceMatters(operations);
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      if (operation.written() != null || !operation.isPending()) {
        Move move =
            new Move(
                operation,
                expected(operation.found(), slots, numbers),
                effect(operation, slots, numbers),
                seen == null ? null : seen[i]);
        moves.add(presenceMatters ? move : move.withoutSlot(PRESENCE));
      }
    }
    int[] initial = new int[slots.size()];
    Arrays.fill(initial, fromEmpty ? MISSING : Move.ANY);
    return new KeyHistory(key, slots, initial, moves);
  }

  /** If all records have fields and all reads find some, the fields alone show the presence. */
  private static boolean presenceMatters(List<Operation> operations) {
    return operations.stream()
        .flatMap(operation -> Arrays.asList(operation.found(), operation.written()).stream())
        .anyMatch(
            contents -> contents != null && contents.isPresent() && contents.fields().isEmpty());
  }

  private static int[] expected(Contents found, List<String> slots, Map<String, Integer> numbers) {
    if (found == null) {
      return null;
    }
    int[] expected = numbers(found, slots, numbers, found.tellsAll() ? MISSING : Move.ANY);
    if (!found.tellsAll()) {
      for (String name : found.asked()) {
        int slot = slots.indexOf(name);
        expected[slot] = expected[slot] == Move.ANY ? MISSING : expected[slot];
      }
    }
    return expected;
  }

  private static int[] effect(
      Operation operation, List<String> slots, Map<String, Integer> numbers) {
    return operation.written() == null
        ? null
        : numbers(
            operation.written(),
            slots,
            numbers,
            operation.kind() == Kind.MERGE ? Move.ANY : MISSING);
  }

  private static int[] numbers(
      Contents contents, List<String> slots, Map<String, Integer> numbers, int others) {
    int[] filled = new int[slots.size()];
    Arrays.fill(filled, others);
    filled[PRESENCE] = contents.isPresent() ? PRESENT : MISSING;
    for (int slot = 1; slot < filled.length; slot++) {
      String value = contents.fields().get(slots.get(slot));
      if (value != null) {
        filled[slot] = numbers.computeIfAbsent(value, unused -> numbers.size() + 1);
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

  /**
   * Leaves out each move of unknown outcome that is observed by no answered move, and by no kept
   * move of unknown outcome. If the history can be explained at all, it can be explained without
   * them.
   */
  private List<Move> relevant() {
    boolean[][] observed = new boolean[slots.size()][];
    int most = 1 + moves.stream().mapToInt(Move::largest).max().orElse(0);
    Arrays.setAll(observed, slot -> new boolean[most]);
    boolean[] kept = new boolean[moves.size()];
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < kept.length; i++) {
        if (!kept[i] && (!moves.get(i).isPending() || isObserved(moves.get(i), observed))) {
          kept[i] = true;
          more |= moves.get(i).reads();
          observe(moves.get(i), observed);
        }
      }
    }
    return IntStream.range(0, kept.length).filter(i -> kept[i]).mapToObj(moves::get).toList();
  }

  private static void observe(Move move, boolean[][] observed) {
    for (int slot = 0; slot < observed.length; slot++) {
      if (move.expected(slot) != Move.ANY) {
        observed[slot][move.expected(slot)] = true;
      }
    }
  }

  private static boolean isObserved(Move write, boolean[][] observed) {
    for (int slot = 0; slot < observed.length; slot++) {
      if (write.effect(slot) != Move.ANY && observed[slot][write.effect(slot)]) {
        return true;
      }
    }
    return false;
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

  /** Without writes of unknown outcome that nobody can have observed. */
  KeyHistory withoutUnseen() {
    return with(relevant());
  }

  /** The fields that are left in a move, with their values; null for an absent value. */
  Map<String, String> shown(Contents contents, Move move, boolean expected) {
    Map<String, String> shown = new TreeMap<>();
    for (int slot = 1; slot < slots.size(); slot++) {
      int number = expected ? move.expected(slot) : move.effect(slot);
      if (number != Move.ANY) {
        shown.put(slots.get(slot), contents.fields().get(slots.get(slot)));
      }
    }
    return shown;
  }
}
