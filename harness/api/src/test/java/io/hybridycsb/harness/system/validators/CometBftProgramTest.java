package io.hybridycsb.harness.system.validators;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.programs.ChangedModule;
import org.junit.jupiter.api.Test;

class CometBftProgramTest {
  @Test
  void theProgramSaysThatItHasSourceOfOursAndIsOtherwiseBuiltAsThePublishedOne() {
    ChangedModule changed = CometBftProgram.BY_EVENTS.source().changed().orElseThrow();
    assertThat(changed.edits())
        .filteredOn(edit -> edit.file().equals("version/version.go"))
        .singleElement()
        .satisfies(
            edit -> {
              assertThat(edit.before()).contains('"' + version(false) + '"');
              assertThat(edit.after()).contains('"' + version(true) + '"');
            });
    assertThat(CometBftProgram.PROGRAM.source().with(changed))
        .isEqualTo(CometBftProgram.BY_EVENTS.source());
  }

  private static String version(boolean byEvents) {
    return (byEvents ? CometBftProgram.BY_EVENTS : CometBftProgram.PROGRAM).builtVersion();
  }
}
