package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.ycsb.support.ProvableReads.Proven;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What one kind of proofs has cost. The client's part is the CPU time of the thread that has asked
 * for the proof and checked it; the rest of the time it has waited for the servers' answers.
 */
final class ProofCosts {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final LongAdder calls = new LongAdder();
  private final LongAdder answers = new LongAdder();
  private final LongAdder withdrawn = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder clientNs = new LongAdder();
  private final LongAdder waitedNs = new LongAdder();

  /**
   * @param name of the section of lines, as YCSB prints them
   */
  ProofCosts(String name) {
    this.name = name;
  }

  /** Asks for a proof that holds, and counts it. */
  Proven counted(Supplier<Proven> call) {
    long cpuNs = THREADS.getCurrentThreadCpuTime();
    long begunNs = System.nanoTime();
    Proven proven = call.get();
    long usedNs = THREADS.getCurrentThreadCpuTime() - cpuNs;
    calls.increment();
    answers.add(proven.answers().size());
    withdrawn.add(proven.withdrawn());
    bytes.add(proven.bytes());
    clientNs.add(usedNs);
    waitedNs.add(Math.max(0, System.nanoTime() - begunNs - usedNs));
    return proven;
  }

  /** Prints lines as YCSB's; none if there were no proofs. */
  void print(PrintStream out) {
    if (calls.sum() > 0) {
      line(out, "Calls", calls.sum());
      line(out, "Answers", answers.sum());
      line(out, "Withdrawn", withdrawn.sum());
      line(out, "Bytes", bytes.sum());
      line(out, "ClientCpu(us)", TimeUnit.NANOSECONDS.toMicros(clientNs.sum()));
      line(out, "Waited(us)", TimeUnit.NANOSECONDS.toMicros(waitedNs.sum()));
    }
  }

  private void line(PrintStream out, String what, long number) {
    out.println("[" + name + "], " + what + ", " + number);
  }
}
