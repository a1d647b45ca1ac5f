package io.hybridycsb.it.extending;

import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.release.ReleaseParameter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class SmtJavaPageIT {
  @Test
  void itsProgramsCompileWithTheLibraryAloneAndPrintWhatThePageSays(
      Release release, @TempDir Path directory) throws IOException {
    new DocumentedProject(release.page("smt-java.md"), directory, "smt-java")
        .requireItPrintsWhatThePageSays();
  }
}
