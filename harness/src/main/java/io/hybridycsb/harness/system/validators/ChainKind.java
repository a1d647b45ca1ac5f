package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What differs between the programs that validators are.
 *
 * @param verb what makes the program a validator
 * @param values of its configuration's variables, as far as they are no addresses
 * @param nothingSigned how it writes that it has signed nothing yet
 * @param genesis the file {@code genesis.json}, from the chain's name and the validators' raw
 *     public keys of 32 bytes, by their names
 */
record ChainKind(
    GoProgram.Description program,
    String verb,
    Map<String, ?> values,
    ObjectNode nothingSigned,
    BiFunction<String, Map<String, byte[]>, ObjectNode> genesis) {
  /** What its settings begin with among a system's options. */
  String settingsPrefix() {
    return program.names().get(0) + ".";
  }

  /** The resource that its {@code config.toml} is made from. */
  String template() {
    return program.names().get(0) + "-config.toml";
  }
}
