package io.hybridycsb.it.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.hybridycsb.it.release.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;

/** Each binding in a user's own YCSB, which no cluster answers. */
@Tag("campaign")
@Tag("pages")
class BindingsInYcsbIT {
  @RegisterExtension private final YcsbInstallation ycsb = new YcsbInstallation();

  @Test
  void eachIsFoundAndSaysInOneLineWhatItLacks() throws IOException {
    ycsb.installInto().requireSuccess();
    List<Executable> bindings = new ArrayList<>();
    for (String line : Files.readAllLines(ycsb.table())) {
      if (line.contains(":io.hybridycsb.")) {
        bindings.add(() -> requireOneLine(line.substring(0, line.indexOf(':'))));
      }
    }

    assertThat(bindings).hasSizeGreaterThan(10);
    assertAll(bindings);
  }

  private void requireOneLine(String binding) throws IOException {
    Ended ended =
        ycsb.ycsb(
            "load",
            binding,
            List.of(),
            List.of("-P", "workloads/workloada", "-p", "recordcount=4", "-threads", "4"));
    // A class may serve several bindings.
    String name = binding.split("-", -1)[0];

    assertThat(ended.status()).as("%s", ended).isEqualTo(1);
    assertThat(ended.out()).doesNotContain("[OVERALL]");
    assertThat(ended.err().lines().filter(said -> said.startsWith(name)))
        .as("%s", ended)
        .hasSize(1);
    assertThat(ended.err()).doesNotContain("\tat ");
  }

  /** What the page says of YCSB's own launchers. */
  @Test
  void ycsbItselfEndsWithZeroWhereAFileOfPropertiesIsMissing() throws IOException {
    Ended ended = ycsb.ycsb("load", "basic", List.of(), List.of("-P", "workloads/no-such"));

    assertThat(ended.status()).isZero();
    assertThat(ended.out()).doesNotContain("[OVERALL]");
  }
}
