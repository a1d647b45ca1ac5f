package io.hybridycsb.harness.system.validators;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.programs.ChangedModule;
import org.junit.jupiter.api.Test;

class CometBftByEventsTest {
  @Test
  void theProgramSaysThatItHasSourceOfOursAndIsOtherwiseBuiltAsThePublishedOne() {
    ChangedModule changed = CometBftByEvents.PROGRAM.source().changed().orElseThrow();
    assertThat(changed.edits())
        .filteredOn(edit -> edit.file().equals("version/version.go"))
        .singleElement()
        .satisfies(
            edit -> {
              assertThat(edit.before()).contains('"' + version(false) + '"');
              assertThat(edit.after()).contains('"' + version(true) + '"');
            });
    assertThat(CometBftProgram.PROGRAM.source().with(changed))
        .isEqualTo(CometBftByEvents.PROGRAM.source());
  }

  private static String version(boolean byEvents) {
    return (byEvents ? CometBftByEvents.PROGRAM : CometBftProgram.PROGRAM).builtVersion();
  }
}
