package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final List<String> ANYTHING =
      List.of(
          "plain",
          "",
          "two words",
          "it's",
          "\"$HOME\" `id` \\ $(id) ; & | < > * ? [a] {b} ~ # !",
          "a\nb\tc",
          "-n",
          "Grüße");

  private static String printed(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return out;
  }

  /** As sshd hands it to a login shell. */
  @Test
  void aLoginShellHandsTheArgumentsOnAsTheyAre() throws Exception {
    Host.Script script = new Host.Script("for word; do printf '<%s>' \"$word\"; done", ANYTHING);

    assertThat(printed(List.of("sh", "-c", script.line())))
        .isEqualTo("<" + String.join("><", ANYTHING) + ">")
        .isEqualTo(printed(script.command()));
  }

  @Test
  void moreArgumentsFollowTheOthers() {
    Host.Script script = new Host.Script("true", List.of("a")).with(List.of("b"));

    assertThat(script.arguments()).containsExactly("a", "b");
  }
}
