package io.hybridycsb.it.release;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command that has ended.
 *
 * @param command for messages
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Ended(String command, int status, String out, String err) {

  /** Fails the test, with the command's whole output, unless the command succeeded. */
  public Ended requireSuccess() {
    assertThat(status).as("exit status of %s", this).isZero();
    return this;
  }

  /** Requires that the libraries in the binding's jar have said nothing. */
  public Ended requireSilentLoggers() {
    assertThat(err)
        .as("no word from loggers")
        .doesNotContainIgnoringCase("slf4j")
        .doesNotContain("WARN");
    return this;
  }

  /** What people see. */
  public String text() {
    return out + err;
  }

  @Override
  public String toString() {
    return "%s (status %d)%n%s%s".formatted(command, status, out, err);
  }
}
