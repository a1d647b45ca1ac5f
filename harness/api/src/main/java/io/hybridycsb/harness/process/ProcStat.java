package io.hybridycsb.harness.process;

import io.hybridycsb.harness.files.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The fields of Linux's {@code /proc/PID/stat} (proc(5)) that the harness reads.
 *
 * @param ended whether all of its threads have ended and only its parent must still collect it
 * @param parent the id of its parent
 * @param cpuTicks user and system time
 * @param childrenCpuTicks user and system time of its ended children
 * @param startTicks when it started, since boot
 * @param rssPages resident memory
 */
public record ProcStat(
    boolean ended,
    long parent,
    long cpuTicks,
    long childrenCpuTicks,
    long startTicks,
    long rssPages) {
  /** USER_HZ: part of Linux's interface to programs, 100 on every architecture a JDK runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /**
   * After the line's name: user, nice, system; then idle and waiting for disks; then interrupts.
   */
  private static final List<Integer> BUSY_FIELDS = List.of(1, 2, 3, 6, 7);

  private static final long PAGE_BYTES = 4096;
  private static final String WRITTEN = "write_bytes: ";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  static boolean supported() {
    return Files.isReadable(BOOT_ID);
  }

  /** Identifies the machine's boot, from which start times count. */
  static String bootId() {
    return Attempt.maybe(() -> Files.readString(BOOT_ID).strip()).orElse("unknown-boot");
  }

  /** Empty if there is no such process, or the platform doesn't report it. */
  public static Optional<ProcStat> read(long pid) {
    return read(Long.toString(pid));
  }

  /**
   * CPU time of this process' ended children, exact to the clock tick: what a client used is known
   * after it has exited. Empty on platforms that don't report it.
   */
  public static OptionalDouble endedChildrenCpuSeconds() {
    return read("self").stream().mapToDouble(ProcStat::childrenCpuSeconds).findFirst();
  }

  /**
   * CPU time of everything on this machine since it was booted. Empty on platforms that don't
   * report it.
   */
  public static OptionalDouble machineBusySeconds() {
    return Attempt.maybe(() -> busySeconds(Files.readString(Path.of("/proc/stat")))).stream()
        .mapToDouble(Double::doubleValue)
        .findFirst();
  }

  /**
   * Of the processors that the first line of {@code /proc/stat} (proc(5)) tells of.
   *
   * @param text which begins with that line
   */
  public static double busySeconds(String text) {
    String[] fields = text.lines().findFirst().orElse("").split(" +");
    return BUSY_FIELDS.stream().mapToDouble(field -> Double.parseDouble(fields[field])).sum()
        / TICKS_PER_SECOND;
  }

  /** The bytes that a process without its children has written to storage; -1 if unknown. */
  static long writtenBytes(long pid) {
    return Attempt.maybe(() -> Files.readString(Path.of("/proc", Long.toString(pid), "io")))
        .stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(WRITTEN))
        .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length()).strip()))
        .findFirst()
        .orElse(-1);
  }

  private static Optional<ProcStat> read(String process) {
    return Attempt.maybe(() -> parse(Files.readString(Path.of("/proc", process, "stat"))));
  }

  /** The fields of the file's only line. */
  public static ProcStat parse(String line) {
    // The second field is the program's name in parentheses and may itself hold blanks or ")".
    String[] fields = line.substring(line.lastIndexOf(')') + 2).strip().split(" ");
    // The first thread may be gone while others still hold the process' ports.
    boolean lastThread = Long.parseLong(fields[17]) <= 1;
    return new ProcStat(
        lastThread && (fields[0].equals("Z") || fields[0].equals("X")),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
        Long.parseLong(fields[13]) + Long.parseLong(fields[14]),
        Long.parseLong(fields[19]),
        Long.parseLong(fields[21]));
  }

  /** Without that of its children. */
  public double cpuSeconds() {
    return cpuTicks / TICKS_PER_SECOND;
  }

  /** That of its ended children for which it has waited, and of theirs. */
  public double childrenCpuSeconds() {
    return childrenCpuTicks / TICKS_PER_SECOND;
  }

  /** What it has used, with the CPU time of its ended children; what it has written isn't known. */
  public ProcessUse use() {
    return new ProcessUse(
        (cpuTicks + childrenCpuTicks) / TICKS_PER_SECOND, rssPages * PAGE_BYTES, -1);
  }
}
