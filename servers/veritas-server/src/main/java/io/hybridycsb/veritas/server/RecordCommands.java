package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.AgeConverter;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.VeritasRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The commands that read and write single records. */
final class RecordCommands {
  private static final int SHOWN_VALUE_CHARS = 100;

  /** Other statuses than that of a record which is proved not to have been there. */
  private static final int CHECK_FAILED_IN_THE_PAST = 3;

  private static final int FAILED_IN_THE_PAST = 4;

  private RecordCommands() {}

  @Command(
      name = "get",
      description =
          "Prints a record. Exit status 1 if there is none. With --at that is proved: it is 3 if"
              + " the check fails, and 4 if nodes refuse or none answers.")
  static final class Get extends ClientCommand {
    @Parameters(paramLabel = "KEY")
    private String key;

    @Option(
        names = "--at",
        paramLabel = "HEIGHT",
        converter = Height.class,
        description =
            "As it was after the block at this height, checked against the nodes' signatures."
                + " Nodes know as much of the past as their state.history.blocks says.")
    private Long height;

    @Option(
        names = "--state",
        paramLabel = "FILE",
        description = "With --at: where the newest verified block is kept between processes.")
    private Path state;

    @Override
    ClientOptions options(ClientOptions general) {
      return height == null ? general : general.withState(Optional.ofNullable(state));
    }

    @Override
    int statusOfFailedCheck() {
      return CHECK_FAILED_IN_THE_PAST;
    }

    @Override
    public int getExitCode(Throwable failure) {
      return height == null ? super.getExitCode(failure) : FAILED_IN_THE_PAST;
    }

    @Override
    int run(Session session) {
      if (height != null) {
        return showPast(session.verifyAt(table, key, height), table, key);
      }
      Optional<VeritasRecord> record = session.get(table, key);
      show(record, table, key, "not found");
      return record.isPresent() ? 0 : 1;
    }
  }

  @Command(
      name = "put",
      description = "Writes fields: a new record, or into the one that there is.")
  static final class Put extends ClientCommand {
    @Parameters(index = "0", paramLabel = "KEY")
    private String key;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FIELD=VALUE")
    private Map<String, String> fields;

    @Option(names = "--replace", description = "The record then consists of exactly these fields.")
    private boolean isReplaced;

    @Override
    int run(Session session) {
      Map<String, byte[]> values = new LinkedHashMap<>();
      fields.forEach((name, value) -> values.put(name, value.getBytes(StandardCharsets.UTF_8)));
      requireKey(table, key);
      Txn txn = session.begin();
      return report(written(txn, values).commit());
    }

    /** Either is one write, which needs no read. */
    private Txn written(Txn txn, Map<String, byte[]> values) {
      return isReplaced ? txn.put(table, key, values) : txn.merge(table, key, values);
    }
  }

  @Command(name = "delete", description = "Deletes a record.")
  static final class Delete extends ClientCommand {
    @Parameters(paramLabel = "KEY")
    private String key;

    @Override
    int run(Session session) {
      requireKey(table, key);
      Txn txn = session.begin();
      txn.delete(table, key);
      return report(txn.commit());
    }
  }

  @Command(
      name = "verify",
      description =
          "Reads a record, present or absent, and checks it against the nodes' signatures.")
  static final class Verify extends ClientCommand {
    @Parameters(paramLabel = "KEY")
    private String key;

    @Option(
        names = "--state",
        paramLabel = "FILE",
        description = "Where the newest verified block is kept between processes.")
    private Path state;

    @Option(
        names = "--max-age",
        paramLabel = "SECONDS",
        defaultValue = "0",
        converter = AgeConverter.class,
        description =
            "How old the newest block may be by its signed time; 0: of any age."
                + " Not over Kafka, where no time is signed.")
    private AgeLimit age;

    @Override
    ClientOptions options(ClientOptions general) {
      return general.withState(Optional.ofNullable(state)).withAge(age);
    }

    @Override
    int run(Session session) {
      VerifiedRecord verified = session.verify(table, key);
      int status = showPresent(verified, table, key);
      verified.made().ifPresent(made -> System.out.println(age(verified.height(), made)));
      return status;
    }
  }

  /** What {@code verify} prints; its exit status is 0, whether or not there is a record. */
  static int showPresent(VerifiedRecord verified, String table, String key) {
    return showVerified(verified, table, key, "absent", 0);
  }

  /** What {@code get --at} prints; its exit status tells what {@code get} tells. */
  static int showPast(VerifiedRecord verified, String table, String key) {
    return showVerified(verified, table, key, "not found", 1);
  }

  private static String age(long height, Instant made) {
    long seconds = Math.max(0, Duration.between(made, Instant.now()).toSeconds());
    return "block %d, made %d s ago".formatted(height, seconds);
  }

  /** The height of a block, as users give it. */
  static final class Height implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (!text.matches("[1-9][0-9]{0,17}")) {
        throw new TypeConversionException(
            "a height is a whole number, 1 for the first block, not '" + text + "'");
      }
      return Long.valueOf(text);
    }
  }

  /**
   * Prints a record and what it was checked against.
   *
   * @param none what to say of a record that isn't there
   * @param statusOfNone the exit status then
   */
  private static int showVerified(
      VerifiedRecord verified, String table, String key, String none, int statusOfNone) {
    show(verified.record(), table, key, none);
    System.out.printf(
        "verified at height %d: state root %s, proof of %d bytes, signed by %d nodes%n",
        verified.height(), verified.stateRoot(), verified.proofBytes(), verified.signers());
    return verified.record().isPresent() ? 0 : statusOfNone;
  }

  /** Checked first, so that a wrong key is reported even while no timestamps can be fetched. */
  private static void requireKey(String table, String key) {
    KeyLimit.key(table, key);
  }

  private static int report(CommitResult result) {
    switch (result.status()) {
      case COMMITTED ->
          System.out.println("committed " + result.id() + " at height " + result.height());
      case ABORTED ->
          System.out.println(
              "aborted %s: %s%s"
                  .formatted(
                      result.id(),
                      result.outcome().orElseThrow(),
                      result.isConflict() ? "" : ", " + result.detail()));
      case ACCEPTED -> System.out.println("accepted " + result.id());
      case UNKNOWN ->
          System.out.println("outcome of " + result.id() + " not known: " + result.detail());
    }
    return result.isCommitted() ? 0 : 1;
  }

  private static void show(Optional<VeritasRecord> found, String table, String key, String none) {
    if (found.isEmpty()) {
      System.out.println(table + "/" + key + ": " + none);
      return;
    }
    VeritasRecord record = found.get();
    System.out.println(record.key() + " version " + record.version());
    record.fields().forEach((name, value) -> System.out.println("  " + name + "=" + shown(value)));
  }

  private static String shown(byte[] value) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(value, StandardCharsets.UTF_8).toCharArray()) {
      text.append(Character.isISOControl(c) ? '.' : c);
    }
    return text.length() <= SHOWN_VALUE_CHARS
        ? text.toString()
        : text.substring(0, SHOWN_VALUE_CHARS) + "… (" + value.length + " bytes)";
  }
}
