package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.validators.CometBftProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No program is run from a cache that others may write to, nor asked for its version. */
class UserCacheTest {
  @TempDir private Path dir;

  private Path cache(String named) {
    return UserCache.of(Map.of("XDG_CACHE_HOME", named), Optional.empty());
  }

  private static Path openToAll(Path place) throws IOException {
    return Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static void isRefused(Path place, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(HarnessException.class)
        .hasMessageMatching(
            "others may .*write to %s, and what is in it is run: .*".formatted(place));
  }

  @Test
  void theCacheIsClosedToOthersAndInNoDirectoryInWhichTheyMayReplaceIt() throws Exception {
    Path cache = cache(dir.toString());

    isRefused(openToAll(dir), () -> cache(dir.toString()));
    assertThat(cache).isEqualTo(dir.resolve("hybrid-ycsb"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
  }

  @Test
  void aCacheThatOthersCouldReadIsClosedAndOneTheyCouldWriteToIsRefused() throws Exception {
    Path cache = Files.createDirectory(dir.resolve("hybrid-ycsb"));
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));

    cache(dir.toString());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
    openToAll(cache);
    isRefused(cache, () -> cache(dir.toString()));
  }

  @Test
  void theCacheIsInTheHomeUnlessItIsNamed() {
    assertThat(UserCache.of(Map.of(), Optional.of(dir)))
        .isEqualTo(dir.resolve(".cache/hybrid-ycsb"));
  }

  @Test
  void withoutAHomeNothingIsTakenFromTheWorkingDirectory() {
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> UserCache.of(Map.of(), Optional.empty()), () -> cache("caches"))) {
      assertThatThrownBy(call)
          .isInstanceOf(HarnessException.class)
          .hasMessage(
              "no directory for a cache: let XDG_CACHE_HOME name a directory of your own, by an"
                  + " absolute path");
    }
  }

  @Test
  void aRedisThatOthersMayChangeIsRefused() throws Exception {
    RedisProgram redis = new RedisProgram(dir);
    Path program = openToAll(redis.bundled());

    isRefused(program, redis::bundled);
  }

  @Test
  void aProgramOfGoInADirectoryThatOthersMayChangeIsNotRun() throws Exception {
    Path go =
        FakePrograms.script(
            dir.resolve("bin/go"),
            """
            test "$1" = install || exit 0
            printf '#!/bin/sh\\necho 0.38.26\\n' >"$GOBIN/cometbft"
            chmod 0775 "$GOBIN/cometbft"
            """);
    GoProgram cometBft =
        new GoProgram(
            CometBftProgram.PROGRAM,
            Map.of(),
            name -> Optional.of(go).filter(found -> name.equals("go")),
            dir,
            line -> {});
    Path program = cometBft.find("");
    assertThat(cometBft.find("")).as("whatever the umask is").isEqualTo(program);
    Path ran = dir.resolve("ran");
    FakePrograms.script(program, "touch " + ran);

    openToAll(program.getParent());
    isRefused(program.getParent(), () -> cometBft.find(""));
    assertThat(ran).doesNotExist();
  }

  @Test
  void whatWasUnpackedWhereOthersMayChangeItIsRefused() throws Exception {
    Path jar = dir.resolve("database.jar");
    new ZipOutputStream(Files.newOutputStream(jar)).close();
    Path unpacked = UnpackedJar.ofFolder(jar, "bin/", List.of(), dir);

    openToAll(unpacked);
    isRefused(unpacked, () -> UnpackedJar.ofFolder(jar, "bin/", List.of(), dir));
  }
}
