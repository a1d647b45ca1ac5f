package io.hybridycsb.it.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Dockerfile: its instructions, by the stage that they are in. */
public final class Dockerfile {
  private final Map<String, List<String>> stages = new LinkedHashMap<>();

  public Dockerfile(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String stage = "";
    stages.put(stage, new ArrayList<>());
    for (String line : text.replace("\\\n", " ").lines().toList()) {
      if (line.startsWith("FROM ")) {
        stage = line.substring(line.indexOf(" AS ") + 4);
        stages.put(stage, new ArrayList<>());
      }
      if (!line.isBlank() && !line.startsWith("#")) {
        stages.get(stage).add(line.strip());
      }
    }
  }

  /** All stages; what precedes the first is the one without a name. */
  public Map<String, List<String>> stages() {
    return stages;
  }

  /** A stage's instructions of one kind, such as COPY, without that word. */
  public List<String> all(String stage, String kind) {
    return stages.get(stage).stream()
        .filter(line -> line.startsWith(kind + " "))
        .map(line -> line.substring(kind.length() + 1).strip())
        .toList();
  }

  /** Whether a stage's entry point is a class of ours. */
  public boolean runsAClass(String stage) {
    return stages.containsKey(stage)
        && all(stage, "ENTRYPOINT").stream().anyMatch(entry -> entry.startsWith("[\"java\","));
  }

  public String mainClass(String stage) {
    List<String> entryPoint = list(stage, "ENTRYPOINT");
    return entryPoint.get(entryPoint.size() - 1);
  }

  public List<String> command(String stage) {
    return list(stage, "CMD");
  }

  private List<String> list(String stage, String kind) {
    try {
      return new ObjectMapper().readValue(all(stage, kind).get(0), new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new AssertionError(kind + " of " + stage + " is no list of texts", e);
    }
  }
}
