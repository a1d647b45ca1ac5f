package io.hybridycsb.sharedjvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedJvmTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_S = 60;

  @TempDir private Path dir;

  private final ArrayNode parts = JSON.createArrayNode();

  private ObjectNode part(String name, int stage, String... arguments) {
    ObjectNode part = parts.addObject().put("name", name).put("stage", stage).put("ready", "serve");
    part.set("program", program(arguments));
    part.put("log", dir.resolve(name).resolve(name + ".log").toString());
    part.putArray("before");
    part.putArray("after");
    return part;
  }

  private static ObjectNode program(String... arguments) {
    return programOf(Speaker.class, arguments);
  }

  private static ObjectNode programOf(Class<?> main, String... arguments) {
    ObjectNode program = JSON.createObjectNode();
    ArrayNode words = program.putArray("words").add(main.getName());
    List.of(arguments).forEach(words::add);
    return program;
  }

  private void add(ObjectNode part, String when, String name, ObjectNode program) {
    ObjectNode setup = ((ArrayNode) part.get(when)).addObject().put("name", name);
    setup.set("program", program);
    setup.put("log", dir.resolve(name + ".log").toString());
    setup.put("done", dir.resolve(name + ".done").toString());
  }

  /** Runs it to its end. */
  private List<String> run(int status) throws Exception {
    Path file = dir.resolve("parts.json");
    Files.writeString(file, parts.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SharedJvm.class.getName(), file.toString()));
    Path output = dir.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as("%s", lines).isEqualTo(status);
    return lines;
  }

  private String log(String name) throws IOException {
    return Files.readString(dir.resolve(name));
  }

  @Test
  void eachPartHasALogOfItsOwnAndALaterStageStartsWhenTheEarlierServes() throws Exception {
    part("one", 0, "out:first", "thread:I serve", "wait:");
    part("two", 1, "err:second", "out:I serve", "exit:0");

    assertThat(run(0))
        .startsWith("one serves")
        .contains("two has ended, and all others with it: I serve");
    assertThat(log("one/one.log")).isEqualTo("first\nI serve\n");
    assertThat(log("two/two.log")).isEqualTo("second\nI serve\n");
  }

  @Test
  void aPartThatFailsTakesTheJvmDownAndALineSaysWhichAndWhy() throws Exception {
    part("one", 0, "out:I serve", "wait:");
    part("two", 0, "err:no such luck", "exit:3");

    assertThat(run(3)).contains("two has ended, and all others with it: no such luck");
  }

  @Test
  void anEndWithoutShutdownHooksIsToldToo() throws Exception {
    part("broker", 0, "err:the disk is full", "err:\tat a.Stack.trace", "halt:4");

    assertThat(run(4))
        .containsExactly("broker has ended, and all others with it: the disk is full");
  }

  @Test
  void whatPreparesAPartIsRunOnceAndItsEndIsNotTheJvms() throws Exception {
    Files.writeString(
        dir.resolve("arguments"),
        "\"%s\"\n\"out:a \\\"quoted\\\" word\"\n\"kafka:0\"\n".formatted(Speaker.class.getName()));
    ObjectNode fromFile = JSON.createObjectNode();
    fromFile.putArray("words").add("@" + dir.resolve("arguments"));
    ObjectNode part = part("one", 0, "out:I serve", "wait:");
    add(part, "before", "format", fromFile);
    add(part, "after", "topic", program("out:no topic", "kafka:2"));

    assertThat(run(1))
        .containsExactly("one serves", "shared-jvm: topic of one exited with status 2: no topic");
    assertThat(log("format.log")).isEqualTo("a \"quoted\" word\n");
    assertThat(dir.resolve("format.done")).exists();
    assertThat(dir.resolve("topic.done")).doesNotExist();

    run(1);
    assertThat(log("format.log")).isEqualTo("a \"quoted\" word\n");
  }

  @Test
  void whatAMainMethodThrowsEndsTheJvm() throws Exception {
    part("one", 0, "throw:broken");

    assertThat(run(1)).singleElement().asString().startsWith("one has ended").endsWith("broken");
  }

  @Test
  void aClassThatCantBeLoadedEndsTheJvmToo() throws Exception {
    ObjectNode part = part("one", 0);
    part.set("program", programOf(Unloadable.class));
    assertThat(run(1))
        .singleElement()
        .asString()
        .startsWith("one has ended")
        .endsWith("IllegalStateException: unloadable");

    add(part, "before", "format", programOf(Unloadable.class));
    assertThat(run(1))
        .singleElement()
        .asString()
        .contains("format of one exited with status 1:")
        .endsWith("IllegalStateException: unloadable");
  }

  /** Fails before its main method is called. */
  static final class Unloadable {
    private static final int NONE = none();

    private Unloadable() {}

    private static int none() {
      throw new IllegalStateException("unloadable");
    }

    public static void main(String[] args) {
      System.exit(NONE);
    }
  }
}
