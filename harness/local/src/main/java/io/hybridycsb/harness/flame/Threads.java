package io.hybridycsb.harness.flame;

import java.util.Collection;
import java.util.regex.Pattern;

/** What the names of a JVM's threads tell. */
final class Threads {
  /** The kernel keeps so many bytes of a name. */
  private static final int KEPT = 15;

  /** A number with what separates it, but not the one of "C2" or "G1". */
  private static final Pattern NUMBER = Pattern.compile("[-_#:/. ]*(?<![A-Z0-9])\\d+");

  private static final Pattern COMPILER = Pattern.compile("(C[12] [Cc]ompiler|JVMCI).*");
  private static final Pattern COLLECTOR =
      Pattern.compile(
          "(GC Thread|G1 |VM Thread|Shenandoah|Z(Worker|Driver|Director|Stat|Uncommit|Unmap)).*");
  private static final Pattern MACHINE =
      Pattern.compile(
          "(VM |JFR |Attach List|Signal Disp|Service Thr|Monitor Defl|Sweeper|Notification Th).*");

  private Threads() {}

  /** Whose work a thread does. */
  enum Kind {
    /** That of a program. */
    PROGRAM,
    COMPILER,
    /** The thread of the JVM's safepoints belongs to them: the serial one collects in it. */
    COLLECTOR,
    /** Other threads of the JVM itself. */
    MACHINE
  }

  static Kind kind(String name) {
    if (COMPILER.matcher(name).matches()) {
      return Kind.COMPILER;
    }
    if (COLLECTOR.matcher(name).matches()) {
      return Kind.COLLECTOR;
    }
    return MACHINE.matcher(name).matches() ? Kind.MACHINE : Kind.PROGRAM;
  }

  /** What threads have in common whose names differ in numbers only. */
  static String group(String name) {
    if (kind(name) == Kind.COMPILER) {
      return name.split(" ", 2)[0] + " compiler";
    }
    String common = NUMBER.matcher(name).replaceAll("").strip();
    return common.isEmpty() ? name : common;
  }

  /** The full name that the kernel has cut, if one of these is it. */
  static String full(String kept, Collection<String> names) {
    return kept.length() < KEPT
        ? kept
        : names.stream().filter(name -> name.startsWith(kept)).sorted().findFirst().orElse(kept);
  }
}
