package io.hybridycsb.harness.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * A warning for the readers of a result, in one line. A result has only the line, whose beginning
 * shows the kind.
 */
public record RunWarning(Kind kind, @JsonValue String text) {

  /** The kinds of warnings. */
  public enum Kind {
    UNCOMMITTED("operations without a known and good end: %s"),
    ONLY_ACCEPTED(
        "commit mode %s: acknowledged writes were accepted, and may have come to nothing"),
    BUSY_CLIENTS("the clients took %.1f of %d cores: they may be what limits the throughput"),
    BUSY_THREAD(
        "a thread of the clients took %.0f %% of a core: it may be what limits the throughput; give"
            + " more client-processes"),
    BUSY_HOST(
        "a host of clients was busy, %s on %.1f of %d cores: it may be what limits the throughput"),
    HOST_UNSEEN("what clients use isn't measured on a host without /proc: %s"),
    OFFERED_NOT_REACHED("offered %,d/s, done %,.0f/s: the rate that was asked for wasn't reached"),
    FEW("fewer than 20 completions, so there is no rate: %,d operations, %,d at a time"),
    NOT_OFFERED(
        "not the load that was asked for: clients sent %,d of %,d operations over a second late, or"
            + " never; give more clients, or a lower load"),
    IDLE_CLIENT("a client process has done no operation at all"),
    NOT_STEADY(
        "not steady yet when counting began, after %.0f s: throughput or CPU time per operation"
            + " changed, JVMs compiled, or clients caught up"),
    DRIFT("no steady state, from the first to the second half of what counts: %s"),
    NOT_COMPARED("writes were not compared with what servers have recorded: %s"),
    ATTACHED(
        "the servers run elsewhere: what they use and record isn't measured, nor their machines"),
    KILLED_LEFT_OUT("CPU time and bytes written are without those of what was killed: %s"),
    NO_WRITES_BEFORE_KILL("no whole second with writes before the kill"),
    LOST_WRITES("acknowledged writes lost: %,d"),
    UNREAD_RECORDS(
        "records not read back: %,d, so it isn't known whether writes to them were lost"),
    INSERTED_UNREAD(
        "inserted records aren't read back: %,d, so it isn't known whether they were lost"),
    NOTHING_TO_LOSE(
        "no write to a record that was read back was acknowledged as committed: none can be called"
            + " lost"),
    BROKEN_PROMISE("client histories break what %s promises (%s) on %,d of %,d records: %s"),
    UNDECIDED_PROMISE(
        "undecided whether client histories keep to what %s promises (%s): the search was given up"
            + " on %,d of %,d records"),
    UNCHECKED_PROMISE("client histories were not checked against what %s promises: %s"),
    BESIDE_A_CLUSTER("measured beside what is left of a cluster of %s: %s"),
    STORED_UNKNOWN("what the records take on disk is not known: du(1) failed"),
    BROKER_UNREAD("the broker's counters couldn't be read"),
    BLOCKS_UNREAD("the first node's metrics couldn't be read"),
    RECORDED_UNREAD("how many writes servers have recorded couldn't be read before and after"),
    COMPONENTS_UNREAD("the metrics of all nodes couldn't be read before and after"),
    PROCESS_ENDED("a process ended before its processor time was read"),
    /** A warning by a release with other kinds. */
    OTHER("%s");

    private final String format;

    Kind(String format) {
      this.format = format;
    }

    /** A warning of this kind with these values. */
    public RunWarning of(Object... values) {
      return new RunWarning(this, String.format(Locale.ROOT, format, values));
    }

    /** Whether one of these warnings is of this kind. */
    public boolean isAmong(Collection<RunWarning> warnings) {
      return warnings.stream().anyMatch(warning -> warning.kind() == this);
    }

    private String beginning() {
      return format.replaceFirst("%.*", "");
    }
  }

  /** The warning of a result's line. */
  @JsonCreator
  public static RunWarning parse(String text) {
    // The last kind has no beginning and takes all other lines.
    Kind known =
        Arrays.stream(Kind.values())
            .filter(kind -> text.startsWith(kind.beginning()))
            .findFirst()
            .orElseThrow();
    return new RunWarning(known, text);
  }
}
