package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;

/**
 * Finds a redis-server: the one named by the user, the PATH's, or the one that the embedded-redis
 * artifact carries for this platform, which is copied into the user's cache once.
 */
public record RedisProgram(Path cache) {
  public static final String OPTION = "redis.server";

  private static final String VARIABLE = "HYBRID_REDIS_SERVER";

  /** The programs in com.github.codemonstur:embedded-redis, by operating system and processor. */
  private static final Map<String, String> BUNDLED =
      Map.of(
          "linux-amd64", "redis-server-6.2.6-v5-linux-amd64",
          "linux-aarch64", "redis-server-6.2.7-linux-arm64",
          "mac-x86_64", "redis-server-6.2.6-v5-darwin-amd64",
          "mac-aarch64", "redis-server-6.2.6-v5-darwin-arm64");

  public static RedisProgram ofThisMachine() {
    return new RedisProgram(Programs.cache());
  }

  /**
   * The program's path.
   *
   * @param option the path that the user set, or empty
   */
  public Path find(String option) {
    String named = Programs.named(option, VARIABLE);
    return named.isEmpty()
        ? ProcessLauncher.onPath("redis-server").orElseGet(this::bundled)
        : Programs.executable(Path.of(named), OPTION + " or " + VARIABLE);
  }

  /** The program's version line: {@code Redis server v=6.2.6 sha=...}. */
  public static String versionOf(Path program) {
    return Programs.version(program, "v=");
  }

  public Path bundled() {
    String platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    String resource = BUNDLED.get(platform);
    if (resource == null) {
      throw new HarnessException(
          "no redis-server for %s is bundled: install Redis (such as 'apt install redis-server')"
                  .formatted(platform)
              + " or set "
              + VARIABLE);
    }
    Path program = cache.resolve(resource);
    UserCache.requireOwn(cache, program);
    if (!Files.isExecutable(program)) {
      extract(resource, program);
    }
    return program;
  }

  static String platform(String os, String arch) {
    String family = os.toLowerCase(Locale.ROOT).startsWith("mac") ? "mac" : os;
    return (family + "-" + arch).toLowerCase(Locale.ROOT);
  }

  private void extract(String resource, Path program) {
    try (InputStream in = RedisProgram.class.getResourceAsStream("/" + resource)) {
      if (in == null) {
        throw new HarnessException("the embedded-redis artifact has no " + resource);
      }
      // Another hybrid command may do the same, so only a complete file gets the final name.
      WholeFile.write(
          program,
          part -> {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
          });
    } catch (IOException e) {
      throw new HarnessException("cannot extract redis-server: " + e.getMessage(), e);
    }
  }
}
