package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlameCommandTest extends CommandFixture {
  private void requireRefused(int status, String message, Object... arguments) {
    err.getBuffer().setLength(0);
    assertThat(hybrid(arguments)).as(message).isEqualTo(status);
    assertThat(err.toString().lines()).singleElement().asString().contains(message);
  }

  @Test
  void whatIsMisunderstoodExitsWithStatus2AndOneLine() {
    requireRefused(2, "--seconds is from 1 to 600", "flame", "--seconds", "0");
    requireRefused(2, "--seconds is from 1 to 600", "flame", "--seconds", "601");
    requireRefused(2, "'--seconds'", "flame", "--seconds", "long");
    requireRefused(2, "'--pid'", "flame", "--pid", "node1");
    requireRefused(2, "either a SYSTEM, or", "flame", "veritas-kafka", "--pid", "1");
    requireRefused(2, "--role names processes", "flame", "veritas-kafka", "--role", "client");
    requireRefused(2, "--role is at most", "flame", "--pid", "1", "--role", "../client");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatDoesNotRunExitsWithStatus1AndTheNextStep() throws Exception {
    requireRefused(1, "no cluster of no-such-system in ", "flame", "no-such-system");
    requireRefused(1, "start one with 'hybrid up'", "flame");
    Process sleep = new ProcessBuilder("sleep", "120").start();
    try {
      requireRefused(1, "'jps -l' lists them", "flame", "--pid", sleep.pid());
    } finally {
      sleep.destroyForcibly();
    }
  }

  @Test
  void itsHelpTellsWhatItDraws() {
    assertThat(hybrid("flame", "--help")).isZero();
    assertThat(out.toString()).contains("--seconds", "--out", "--pid", "--role", "nodes.html");
  }
}
