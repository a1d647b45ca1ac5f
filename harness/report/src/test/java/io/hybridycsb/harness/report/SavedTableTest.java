package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the button of a table saves, by the script in a page that has one row. */
class SavedTableTest {
  private static final String PAGE =
      """
      const cells = ["=HYPERLINK(1)", "+cmd", "-a1", "@b", "-1.5", "+20 %", "1,234", "–", "a,b", "it"]
        .map(textContent => ({textContent}));
      const table = {rows: [{cells}], closest: () => ({id: "s", after: button => button.clicked()})};
      globalThis.document = {
        querySelectorAll: selector => selector === "table.numbers" ? [table] : [],
        createElement: () => ({addEventListener(name, clicked) { this.clicked = clicked; }, click() {}}),
      };
      globalThis.URL = {createObjectURL: () => "", revokeObjectURL() {}};
      globalThis.Blob = class { constructor(lines) { process.stdout.write(lines.join("")); } };
      """;

  @TempDir Path directory;

  @Test
  void noCellIsAFormulaAndNumbersStayNumbers() throws Exception {
    assumeTrue(ProcessLauncher.onPath("node").isPresent(), "no node to run the page's script");
    Path script = directory.resolve("page.js");
    Files.writeString(script, PAGE + Resource.text(Page.class, "report.js"));

    Process node = new ProcessBuilder("node", script.toString()).redirectErrorStream(true).start();
    String saved = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(saved).isEqualTo("'=HYPERLINK(1),'+cmd,'-a1,'@b,-1.5,+20 %,1234,,\"a,b\",it\n");
  }
}
