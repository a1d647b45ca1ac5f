package io.hybridycsb.ycsb.client;

import io.hybridycsb.ycsb.outcome.ExitStatus;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * SIGINT and SIGTERM end a run with the results so far: threads finish their operations, histories
 * are closed, and the process exits with the signal's status. A second signal ends it at once.
 */
final class Signals {
  private static final Map<String, Integer> STATUSES = Map.of("INT", 130, "TERM", 143);
  private static final long WAIT_MS = 60_000;

  private static final AtomicBoolean INTERRUPTED = new AtomicBoolean();

  private Signals() {}

  /** Handles both, as far as the JVM lets its programs do so; it doesn't with -Xrs. */
  static void handle() {
    try {
      // By reflection: the compiler warns of these classes, and of nothing else has it any.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> answer(proxy, method.getName(), arguments));
      for (String name : STATUSES.keySet()) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
      }
    } catch (ReflectiveOperationException e) {
      System.err.println("ycsb: warning: a signal will end this run without results");
    }
  }

  private static Object answer(Object proxy, String method, Object[] arguments)
      throws ReflectiveOperationException {
    return switch (method) {
      case "handle" -> {
        Object name = arguments[0].getClass().getMethod("getName").invoke(arguments[0]);
        received((String) name);
        yield null;
      }
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "signals";
    };
  }

  private static void received(String name) {
    int status = STATUSES.get(name);
    EndedWorkload running = EndedWorkload.running();
    if (running == null) {
      System.exit(status);
    }
    if (!INTERRUPTED.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(status);
    }
    System.err.println(
        "ycsb: SIG%s: the run ends with the results so far; a second signal ends it at once"
            .formatted(name));
    ExitStatus.set(status);
    running.interrupt("SIG" + name);
    Thread watch = new Thread(() -> giveUp(running, status), "end of the run");
    watch.setDaemon(true);
    watch.start();
  }

  /** An operation may never end. */
  private static void giveUp(EndedWorkload running, int status) {
    try {
      Thread.sleep(WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!running.hasEnded()) {
      System.err.println(
          "ycsb: operations under way have not ended after %d s: there are no results"
              .formatted(WAIT_MS / 1000));
      Runtime.getRuntime().halt(status);
    }
  }
}
