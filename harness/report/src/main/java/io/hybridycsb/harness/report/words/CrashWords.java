package io.hybridycsb.harness.report.words;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Writes in each second of a run in which a node was killed. What isn't known of it is missing.
 *
 * @param seconds the second and the writes that succeeded in it, in order
 * @param killed the second of the kill
 * @param before writes per second before it
 * @param dead writes per second from the kill until the restart
 * @param after writes per second at the end
 */
public record CrashWords(
    List<double[]> seconds,
    OptionalDouble killed,
    OptionalDouble before,
    OptionalDouble dead,
    OptionalDouble after) {
  private static final double NEAR = 0.1;

  /** In words: for how long nothing succeeds, what does while the node is dead, and at the end. */
  public String inWords() {
    if (seconds.isEmpty()) {
      return "";
    }
    if (killed.isEmpty()) {
      double least = seconds.stream().mapToDouble(one -> one[1]).min().orElseThrow();
      double most = seconds.stream().mapToDouble(one -> one[1]).max().orElseThrow();
      return "Between %s and %s writes succeed in a second."
          .formatted(Phrases.number(least), Phrases.number(most));
    }
    boolean compared = before.isPresent() && before.getAsDouble() > 0;
    return Phrases.sentences(pause(), compared ? whileDead() : "", compared ? end() : "");
  }

  /** Seconds without a write at the end are no pause: the clients may have come to their end. */
  private String pause() {
    double from = Math.floor(killed.getAsDouble());
    String kill = "After the kill at second " + Phrases.number(from);
    OptionalDouble last =
        seconds.stream().filter(one -> one[1] > 0).mapToDouble(one -> one[0]).max();
    if (last.isEmpty() || last.getAsDouble() < from) {
      return kill + ", no write succeeds.";
    }
    int longest = 0;
    int current = 0;
    for (double[] one : seconds) {
      boolean counts = one[0] >= from && one[0] < last.getAsDouble();
      current = counts && one[1] == 0 ? current + 1 : 0;
      longest = Math.max(longest, current);
    }
    boolean ends = seconds.get(seconds.size() - 1)[0] > last.getAsDouble() + 1;
    String none =
        ends
            ? "From second %s on none succeeds.".formatted(Phrases.number(last.getAsDouble() + 1))
            : "";
    String pause =
        switch (longest) {
          case 0 -> ", some write succeeds in every second.";
          case 1 -> ", one second passes without a write.";
          default -> ", %d seconds in a row pass without a write.".formatted(longest);
        };
    String upTo = ends ? " and up to second " + Phrases.number(last.getAsDouble()) : "";
    return Phrases.sentences(kill + upTo + pause, none);
  }

  private String whileDead() {
    if (dead.isEmpty()) {
      return "";
    }
    double share = dead.getAsDouble() / before.getAsDouble();
    return share == 0
        ? "While the node is dead nothing is written."
        : "While the node is dead %s writes/s succeed, %s of the %s before."
            .formatted(
                Phrases.number(dead.getAsDouble()),
                percent(share),
                Phrases.number(before.getAsDouble()));
  }

  private String end() {
    if (after.isEmpty()) {
      return "";
    }
    double share = after.getAsDouble() / before.getAsDouble();
    return Math.abs(share - 1) <= NEAR
        ? "At the end the rate is what it was before."
        : "At the end the rate is %s of what it was before.".formatted(percent(share));
  }

  private static String percent(double share) {
    return Phrases.ratio(100 * share) + " %";
  }
}
