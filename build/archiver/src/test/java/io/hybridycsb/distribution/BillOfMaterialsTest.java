package io.hybridycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BillOfMaterialsTest {
  @TempDir private Path dir;

  private Path module(String name, String... libraries) throws IOException {
    StringBuilder components = new StringBuilder();
    for (String library : libraries) {
      components.append(components.isEmpty() ? "" : ", ");
      components.append("{\"bom-ref\": \"%1$s\", \"name\": \"%1$s\"}".formatted(library));
    }
    return Files.writeString(
        dir.resolve(name + ".json"),
        """
        {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": "urn:uuid:%1$s",
         "metadata": {"component": {"bom-ref": "%1$s", "name": "%1$s"}},
         "components": [%2$s],
         "dependencies": [{"ref": "%1$s", "dependsOn": []}]}
        """
            .formatted(name, components));
  }

  private JsonNode bill(Path... modules) throws IOException {
    Path bill = dir.resolve("bill.json");
    BillOfMaterials.write(bill, "archive", "1.0", List.of(modules));
    return new ObjectMapper().readTree(bill.toFile());
  }

  @Test
  void eachModuleAndLibraryIsInItOnceInTheOrderOfTheirNames() throws Exception {
    JsonNode bill = bill(module("server", "netty", "grpc"), module("client", "grpc", "jedis"));

    assertThat(bill.path("components").findValuesAsText("bom-ref"))
        .containsExactly("client", "grpc", "jedis", "netty", "server");
    assertThat(bill.path("dependencies").findValuesAsText("ref"))
        .containsExactly("client", "server");
    assertThat(bill.path("specVersion").asText()).isEqualTo("1.6");
    assertThat(bill.path("metadata").path("component").path("name").asText()).isEqualTo("archive");
  }

  @Test
  void equalModulesMakeEqualBillsWhereverTheyAre() throws Exception {
    Path first = module("server", "netty");
    Path second = module("client", "grpc");

    assertThat(bill(first, second)).isEqualTo(bill(second, first));
  }

  @Test
  void aBillOfNothingIsAnError() {
    assertThatThrownBy(() -> bill()).isInstanceOf(IOException.class);
  }

  @Test
  void aMissingBillOfAModuleIsAnErrorThatSaysWhatToDo() throws Exception {
    Path missing = dir.resolve("kafka-server/target/bom.json");

    assertThatThrownBy(() -> bill(module("server", "netty"), missing))
        .isInstanceOfSatisfying(
            NoSuchFileException.class,
            e ->
                assertThat(e.getReason())
                    .startsWith(missing + " is missing, of which bill.json is made: ")
                    .contains("-Prelease", "without -o")
                    .doesNotContain("\n"));
    assertThat(dir.resolve("bill.json")).doesNotExist();
  }
}
