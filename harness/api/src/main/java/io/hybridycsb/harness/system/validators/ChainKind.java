package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The differences between the validators' programs.
 *
 * @param verb the command that runs a validator
 * @param values of its configuration's variables other than addresses
 * @param nothingSigned its record of a validator that has signed nothing yet
 * @param genesis adds to the file {@code genesis.json} what only this program has there
 */
record ChainKind(
    GoProgram.Description program,
    String verb,
    Map<String, ?> values,
    ObjectNode nothingSigned,
    Consumer<ObjectNode> genesis) {
  /** The prefix of its settings among a system's options. */
  String settingsPrefix() {
    return program.names().get(0) + ".";
  }

  /** The template of its {@code config.toml}. */
  String template() {
    return program.names().get(0) + "-config.toml";
  }
}
