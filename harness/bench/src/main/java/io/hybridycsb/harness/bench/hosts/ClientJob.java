package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.plan.ClientHosts.Pods;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.system.Template;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A Kubernetes job whose pods wait to run clients, reached through kubectl as it is configured. */
public final class ClientJob implements AutoCloseable {
  private static final Duration STEP_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration READY_TIMEOUT = Duration.ofMinutes(10);
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int NAME_DIGITS = 8;

  /**
   * Of each pod a line: its name, its phase, whether its container is ready, and what it waits for.
   */
  private static final String STATES =
      "jsonpath={range .items[*]}{.metadata.name} {.status.phase}"
          + " {.status.containerStatuses[0].ready}"
          + " {.status.containerStatuses[0].state.waiting.reason}{\"\\n\"}{end}";

  private final String program;
  private final Pods pods;
  private final String image;
  private final String name =
      "hybrid-clients-" + UUID.randomUUID().toString().substring(0, NAME_DIGITS);

  /**
   * @param program kubectl
   * @param image of the pods
   */
  ClientJob(String program, Pods pods, String image) {
    this.program = program;
    this.pods = pods;
    this.image = image;
  }

  /** The job's manifest. */
  public static String manifest(Pods pods, String image, String name) {
    return Template.fill(
        ClientJob.class,
        "clients-job.yaml",
        Map.of(
            "name",
            name,
            "pods",
            pods.count(),
            "seconds",
            pods.hoursMax() * SECONDS_PER_HOUR,
            "image",
            image,
            "cpu",
            pods.cpu(),
            "memory",
            pods.memory()));
  }

  private List<String> kubectl(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    if (!pods.context().isEmpty()) {
      command.add("--context=" + pods.context());
    }
    if (!pods.namespace().isEmpty()) {
      command.add("--namespace=" + pods.namespace());
    }
    command.addAll(List.of(arguments));
    return command;
  }

  /** Has the job made, and waits for its pods; returns them in the order of their indexes. */
  List<Host> start(Commands commands) throws InterruptedException {
    Path manifest = commands.newDirectory().resolve("job.yaml");
    Disk.write(manifest, manifest(pods, image, name));
    commands.run("kubectl", kubectl("apply", "-f", "-"), Optional.of(manifest), STEP_TIMEOUT);
    Deadline deadline = Deadline.after(READY_TIMEOUT);
    List<String> states = states(commands);
    while (!areReady(states)) {
      if (deadline.passed()) {
        throw new HarnessException(
            "kubernetes: not all of %d pods are ready after %d s; there are: %s (kubectl describe tells more)"
                .formatted(pods.count(), READY_TIMEOUT.toSeconds(), String.join(", ", states)));
      }
      Thread.sleep(Duration.ofSeconds(1).toMillis());
      states = states(commands);
    }
    return states.stream()
        .map(state -> state.split(" ")[0])
        .sorted()
        .map(pod -> Host.ofPod(pod, kubectl("exec", "-i", pod, "-c", "ycsb", "--")))
        .toList();
  }

  private List<String> states(Commands commands) throws InterruptedException {
    return commands
        .run(
            "kubectl",
            kubectl("get", "pods", "-l", "hybrid-ycsb-clients=" + name, "-o", STATES),
            Optional.empty(),
            STEP_TIMEOUT)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private boolean areReady(List<String> states) {
    for (String state : states) {
      if (state.contains(" Failed")) {
        throw new HarnessException("kubernetes: a pod has failed: " + state);
      }
    }
    return states.size() == pods.count()
        && states.stream().allMatch(state -> state.matches("\\S+ Running true"));
  }

  /** Has the job and its pods deleted. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try (Commands commands = new Commands()) {
      commands.run(
          "kubectl",
          kubectl("delete", "job", name, "--ignore-not-found", "--wait=false"),
          Optional.empty(),
          STEP_TIMEOUT);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
