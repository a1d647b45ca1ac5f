package io.hybridycsb.commands;

import io.hybridycsb.verification.VerificationFailed;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a record and checks it; exit status 1 if the check fails, or can't be made. */
@Command(name = "verify", mixinStandardHelpOptions = true)
public abstract class VerifyFrame implements Callable<Integer> {
  @Option(
      names = "--table",
      defaultValue = "usertable",
      description = "The key's table (default: ${DEFAULT-VALUE}).")
  protected String table;

  @Parameters(paramLabel = "KEY")
  protected String key;

  /**
   * What was read.
   *
   * @param record a line for each field; empty if the record is absent
   * @param proof what it was checked by, in one line
   */
  public record Checked(Optional<List<String>> record, String proof) {}

  /** The record is absent, says whoever was asked, and nothing proves it; the message tells. */
  public static final class UnprovedAbsence extends Exception {
    public UnprovedAbsence(String message) {
      super(message);
    }
  }

  /**
   * Reads and checks.
   *
   * @throws VerificationFailed if the check fails; the message says why
   */
  protected abstract Checked verify() throws Exception;

  @Override
  public final Integer call() throws Exception {
    try {
      Checked checked = verify();
      System.out.println(key + (checked.record().isEmpty() ? ": absent" : ""));
      checked.record().ifPresent(lines -> lines.forEach(System.out::println));
      System.out.println(checked.proof());
      return 0;
    } catch (UnprovedAbsence e) {
      System.out.println(e.getMessage());
      return 1;
    } catch (VerificationFailed e) {
      e.getMessage().lines().forEach(line -> System.out.println("verification failed: " + line));
      return 1;
    }
  }
}
