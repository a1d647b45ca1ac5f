package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedModuleTest {
  @TempDir private Path dir;
  private Path published;

  @BeforeEach
  void publish() throws Exception {
    published = Files.createDirectories(dir.resolve("published/choice")).getParent();
    Files.writeString(published.resolve("choice/db.go"), "if couch {\n} else {\n}\n");
    Path same = Files.writeString(published.resolve("go.mod"), "module theirs\n");
    assertThat(same.toFile().setReadOnly()).isTrue();
  }

  private Path make(ChangedModule.Edit edit, Map<String, String> added) throws Exception {
    Path made = dir.resolve("made");
    new ChangedModule("theirs", List.of(edit), added, List.of()).make(published, made);
    return made;
  }

  private static ChangedModule.Edit edit(String before) {
    return new ChangedModule.Edit("choice/db.go", before, "} else if bolt {\n} else {\n");
  }

  @Test
  void theCopyIsChangedAndThePublishedOneIsNot() throws Exception {
    Path made = make(edit("} else {\n"), Map.of("bolt/bolt.go", "package bolt\n"));

    assertThat(made.resolve("choice/db.go"))
        .hasContent("if couch {\n} else if bolt {\n} else {\n}\n");
    assertThat(made.resolve("bolt/bolt.go")).hasContent("package bolt");
    assertThat(made.resolve("go.mod")).hasContent("module theirs");
    assertThat(Files.isWritable(made.resolve("go.mod"))).isTrue();
    assertThat(published.resolve("choice/db.go")).hasContent("if couch {\n} else {\n}\n");
  }

  @Test
  void aDiffIsAppliedByTheTextOfItsHunks() throws Exception {
    List<ChangedModule.Edit> edits =
        ChangedModule.edits(
            """
            --- a/choice/db.go
            +++ b/choice/db.go
            @@ -7,2 +9,3 @@ far away
            -if couch {
            +if pouch {
            +-one
             } else {
            @@ -8,1 +9,1 @@
            -}
            +end
            --- a/go.mod
            +++ b/go.mod
            @@ -1 +1 @@
            -module theirs
            +module ours
            """);
    assertThat(edits)
        .containsExactly(
            new ChangedModule.Edit(
                "choice/db.go", "if couch {\n} else {\n", "if pouch {\n-one\n} else {\n"),
            new ChangedModule.Edit("choice/db.go", "}\n", "end\n"),
            new ChangedModule.Edit("go.mod", "module theirs\n", "module ours\n"));
  }

  @Test
  void aPlaceThatIsNotAsExpectedIsNotChanged() {
    assertThatThrownBy(() -> make(edit("} else  {\n"), Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("choice/db.go is not as expected, so it can't be changed");
    assertThatThrownBy(() -> make(edit("}"), Map.of()))
        .as("there twice")
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("to have this once");
  }

  @Test
  void filesThatAreMissingOrThereAlreadyAreNamed() {
    assertThatThrownBy(() -> make(new ChangedModule.Edit("choice/no.go", "a", "b"), Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessage("theirs has no choice/no.go, which is to be changed");
    assertThatThrownBy(() -> make(edit("} else {\n"), Map.of("go.mod", "module ours\n")))
        .isInstanceOf(HarnessException.class)
        .hasMessage("theirs has a go.mod of its own, so ours can't be added");
  }
}
