package io.hybridycsb.harness.bench.plan;

/**
 * A fault during the measured operations: a process is killed, and started again.
 *
 * @param process its name
 * @param killAfterSeconds from the start of the clients
 * @param restartAfterSeconds from the kill
 */
public record Fault(String process, long killAfterSeconds, long restartAfterSeconds) {
  @Override
  public String toString() {
    return "kill %s after %d s, restart it after %d s more"
        .formatted(process, killAfterSeconds, restartAfterSeconds);
  }
}
