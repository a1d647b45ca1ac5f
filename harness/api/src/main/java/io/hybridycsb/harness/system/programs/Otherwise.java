package io.hybridycsb.harness.system.programs;

/**
 * A program that the user can have in the place of another one.
 *
 * @param setting the option that takes it, with its value
 */
record Otherwise(String setting, GoProgram.Description program) {

  /** The end of a message: how to have it, if it is there. */
  String advice() {
    return "; --set %s takes %s %s, which was built before"
        .formatted(setting, program.title(), program.builtVersion());
  }
}
