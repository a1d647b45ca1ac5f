package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.process.SpareMemory;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Starts processes stage by stage; the processes of one stage start in parallel. When all of them
 * serve, the commands follow that a stage needs once.
 *
 * @param memory watched during the start, so that it ends before the machine swaps
 * @param onStarted called with each process as soon as it runs, from several threads
 * @param onServing called with each process once it serves, before the next stage; from several
 *     threads
 */
record Starter(
    ProcessLauncher launcher,
    SpareMemory memory,
    Progress progress,
    Deadline deadline,
    BiConsumer<String, ProcessIdentity> onStarted,
    Consumer<ProcessSpec> onServing) {
  private static final long LOOK_AT_MEMORY_MS = 500;

  /** Returns when all serve; throws as soon as one fails. */
  void start(List<ProcessSpec> specs) throws InterruptedException {
    TreeMap<Integer, List<ProcessSpec>> stages =
        specs.stream()
            .collect(Collectors.groupingBy(ProcessSpec::stage, TreeMap::new, Collectors.toList()));
    String all = specs.size() == 1 ? specs.get(0).name() : specs.size() + " processes";
    for (List<ProcessSpec> stage : stages.values()) {
      startStage(stage, all);
    }
  }

  private void startStage(List<ProcessSpec> stage, String all) throws InterruptedException {
    progress.say("starting " + names(stage));
    ExecutorService threads = Executors.newFixedThreadPool(stage.size());
    try {
      CompletionService<ProcessSpec> done = new ExecutorCompletionService<>(threads);
      stage.forEach(spec -> done.submit(() -> startOne(spec)));
      for (int i = 0; i < stage.size(); i++) {
        ProcessSpec ready = result(next(done, all));
        progress.say("  " + ready.name() + " serves on " + ready.address());
      }
      stage.forEach(spec -> done.submit(() -> prepare(spec)));
      for (int i = 0; i < stage.size(); i++) {
        result(next(done, all));
      }
    } catch (HarnessException | InterruptedException e) {
      // An interrupt could break off the writing of the state and lose a process' id.
      deadline.cancel();
      throw e;
    } finally {
      end(threads);
    }
  }

  private Future<ProcessSpec> next(CompletionService<ProcessSpec> done, String all)
      throws InterruptedException {
    while (true) {
      memory.requireFor(all);
      Future<ProcessSpec> next = done.poll(LOOK_AT_MEMORY_MS, TimeUnit.MILLISECONDS);
      if (next != null) {
        return next;
      }
    }
  }

  /** All waits have a deadline, which is already cancelled if anything failed. */
  private static void end(ExecutorService threads) throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new HarnessException("a start hangs; see 'hybrid status'");
    }
  }

  private ProcessSpec startOne(ProcessSpec spec) throws InterruptedException {
    for (SetupCommand command : spec.beforeFirstStart()) {
      launcher.runOnce(spec, command, deadline);
    }
    for (NeededProcess partner : spec.endsWith()) {
      if (!deadline.await(partner::listens)) {
        throw new HarnessException(
            "%s was not started: %s did not listen on %s in time"
                .formatted(spec.name(), partner.name(), partner.place()));
      }
    }
    launcher.runBeforeRestart(spec, deadline);
    if (deadline.passed()) {
      throw new HarnessException(spec.name() + " was not started in time");
    }
    ProcessLauncher.Started started = launcher.start(spec);
    onStarted.accept(spec.name(), started.identity());
    launcher.awaitReady(spec, started, deadline);
    onServing.accept(spec);
    return spec;
  }

  private ProcessSpec prepare(ProcessSpec serving) throws InterruptedException {
    for (SetupCommand command : serving.afterFirstStart()) {
      launcher.runOnce(serving, command, deadline);
    }
    return serving;
  }

  private static ProcessSpec result(Future<ProcessSpec> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof HarnessException failure) {
        throw failure;
      }
      // Unexpected failures too: the caller must report them and stop the other processes.
      throw new HarnessException("a process was not started: " + e.getCause(), e.getCause());
    }
  }

  private static String names(List<ProcessSpec> specs) {
    return specs.stream().map(Starter::name).collect(Collectors.joining(", "));
  }

  private static String name(ProcessSpec spec) {
    return spec.parts().isEmpty()
        ? spec.name()
        : spec.parts().stream()
            .map(ProcessPart::name)
            .collect(Collectors.joining(", ", spec.name() + " (", ")"));
  }
}
