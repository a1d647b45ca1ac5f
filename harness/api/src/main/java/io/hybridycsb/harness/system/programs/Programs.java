package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Caller;
import io.hybridycsb.harness.process.CommandOutput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** External programs that systems consist of. */
public final class Programs {
  /** A large program that is read from disk on a busy machine may need this long. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  /** As many tell two sources of a program apart. */
  private static final int DIGEST_BYTES = 6;

  private Programs() {}

  /** The directory of the user's for files that outlive clusters, such as built programs. */
  public static Path cache() {
    return UserCache.of(System.getenv(), userHome());
  }

  /** The user's home; none if the machine knows none, for which Java has no absolute path. */
  public static Optional<Path> userHome() {
    return Optional.of(Path.of(System.getProperty("user.home"))).filter(Path::isAbsolute);
  }

  /** Twelve hex digits that differ for programs that are made of different things. */
  public static String digest(String madeOf) {
    byte[] hash = sha256(madeOf.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
  }

  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The program, absolute.
   *
   * @param source what names it, for the error message
   */
  public static Path executable(Path program, String source) {
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new HarnessException(
          "%s names %s, which is no program that can be run".formatted(source, program));
    }
    return program.toAbsolutePath();
  }

  /** The program's output for this argument; empty if it doesn't end in time. */
  public static String output(Path program, String argument) {
    return CommandOutput.withErrors(List.of(program.toString(), argument), ANSWER_TIMEOUT)
        .orElse("");
  }

  /** The version that a program tells after these words, {@code 16.2}; otherwise "unknown". */
  public static String version(Path program, String before) {
    String said = output(program, "--version");
    Matcher version = Pattern.compile(before + "([0-9]+(\\.[0-9]+)+)").matcher(said);
    return version.find() ? version.group(1) : "unknown";
  }

  /** The option's value, or else the environment variable's; empty if neither is set. */
  public static String named(String option, String variable) {
    return option.isEmpty() ? System.getenv().getOrDefault(variable, "") : option;
  }

  /** {@code linux-amd64}, for instance. */
  public static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return (os.startsWith("mac") ? "darwin" : os) + "-" + System.getProperty("os.arch");
  }

  public static boolean isRoot() {
    return Caller.current().isRoot();
  }
}
