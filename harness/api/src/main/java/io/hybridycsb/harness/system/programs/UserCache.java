package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Caller;
import io.hybridycsb.harness.files.PrivateFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The user's cache. Programs in it are run, so it is closed to all others, and has to be his own
 * with all that is run from it.
 */
public final class UserCache {
  private static final String VARIABLE = "XDG_CACHE_HOME";
  private static final String ELSEWHERE = "let " + VARIABLE + " name a directory of your own";

  private UserCache() {}

  /**
   * The cache's directory, which is made if absent.
   *
   * @param home the user's, if he has one
   * @throws HarnessException if there is no place for it, or it isn't the user's own
   */
  static Path of(Map<String, String> environment, Optional<Path> home) {
    String named = environment.getOrDefault(VARIABLE, "");
    Optional<Path> caches =
        named.isEmpty() ? home.map(own -> own.resolve(".cache")) : Optional.of(Path.of(named));
    Path cache =
        caches
            .filter(Path::isAbsolute)
            .orElseThrow(
                () ->
                    new HarnessException(
                        "no directory for a cache: %s, by an absolute path".formatted(ELSEWHERE)))
            .resolve("hybrid-ycsb");
    try {
      PrivateFiles.makeDirectory(cache);
    } catch (HarnessException e) {
      throw new HarnessException("%s: %s".formatted(e.getMessage(), ELSEWHERE), e);
    }
    requireOwn(cache, cache);
    PrivateFiles.close(cache);
    return cache;
  }

  /**
   * Refuses a place in the cache that isn't the user's own, or that others may write to or replace,
   * and a cache like that. What isn't there is accepted.
   */
  public static void requireOwn(Path cache, Path place) {
    Caller.current().requireOwn(cache, ELSEWHERE);
    Caller.current().requireOwn(place, ELSEWHERE);
  }
}
