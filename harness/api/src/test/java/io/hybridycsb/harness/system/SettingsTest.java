package io.hybridycsb.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final List<Property<?>> OPTIONS =
      List.of(
          Property.number("block.max", "100", 1, 1000, "a number"),
          Property.choice("policy", List.of("all", "majority"), "a word").fixed(),
          Property.memory("node.heap", "512m", "a size"),
          Property.text("node.*", "text", "", "anything"));

  private static Settings settings(Map<String, String> given) {
    return new Settings(OPTIONS, given);
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    Settings settings = settings(Map.of("block.max", "7"));

    assertThat(settings.getLong("block.max")).isEqualTo(7);
    assertThat(settings.get("policy")).isEqualTo("all");
    assertThat(settings.isSet("policy")).isFalse();
    assertThat(settings.given()).isEqualTo(Map.of("block.max", "7"));
  }

  @Test
  void anUnknownOptionIsAnErrorThatListsTheValidOnes() {
    assertThatThrownBy(() -> settings(Map.of("blok.max", "7")))
        .isInstanceOf(UsageException.class)
        .hasMessage("unknown option 'blok.max'; valid are: block.max, policy, node.heap, node.*");
  }

  @Test
  void aBadValueIsAnErrorThatSaysWhatWasExpected() {
    assertThatThrownBy(() -> settings(Map.of("block.max", "0")))
        .hasMessage("block.max must be a whole number from 1 to 1000, not '0'");
    assertThatThrownBy(() -> settings(Map.of("block.max", "ten")))
        .hasMessageContaining("not 'ten'");
    assertThatThrownBy(() -> settings(Map.of("policy", "some")))
        .hasMessage("policy must be all or majority, not 'some'");
    assertThatThrownBy(() -> settings(Map.of("node.heap", "lots")))
        .hasMessage("node.heap must be a size such as 512m or 2g, not 'lots'");
  }

  @Test
  void aNodesOwnPropertyGoesToTheNodeAsItIs() {
    List<Property<?>> options = new ArrayList<>(OPTIONS);
    options.addAll(Settings.ofNodes("some.md", "queue.max"));
    Settings settings =
        new Settings(
            options,
            Map.of(
                "queue.max", "many", "node.name", "of-{node}", "block.max", "7", "policy", "all"));

    assertThat(settings.ofNode("node2")).isEqualTo(Map.of("queue.max", "many", "name", "of-node2"));
    assertThatThrownBy(() -> settings.getLong("queue.max"))
        .isInstanceOf(UsageException.class)
        .hasMessage("queue.max must be a whole number, not 'many'");
  }

  @Test
  void noSecretGoesIntoACommandLineOrAMessage() {
    assertThat(settings(Map.of("node.sql.password", "sesame")).under("node."))
        .isEqualTo(Map.of("sql.password", "sesame"));
    assertThatThrownBy(() -> settings(Map.of("node.sql.password", "sesame")).flags("node."))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "node.sql.password is a secret, and would stand in a command line, which every user of"
                + " this machine can read");
    Property<Long> fixed = Property.number("a.password", "1", 1, 9, "digits").fixed();
    assertThatThrownBy(() -> new Settings(List.of(fixed), Map.of("a.password", "77")))
        .hasMessageEndingWith("not '(hidden)'");
    Settings old = new Settings(List.of(fixed), Map.of("a.password", "7"));
    assertThatThrownBy(() -> old.changed(Map.of("a.password", "8")))
        .hasMessageStartingWith("a.password is '(hidden)' in the existing cluster");
  }

  @Test
  void aSecretForAServersJvmIsRefusedInOneLine() {
    String flags = "-Xmx1g -Djavax.net.ssl.keyStorePassword=sesame";
    assertThatThrownBy(() -> settings(Map.of("node.jvm", flags)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "node.jvm has a secret, and would stand in a command line, which every user of this"
                + " machine can read");
    settings(Map.of("node.jvm", "-Xmx1g -Djavax.net.ssl.keyStore=f"));
  }

  @Test
  void noOptionThatASystemDeclaresIsHidden() {
    for (SystemDescription system : Systems.all()) {
      for (Property<?> option : NetworkOptions.of(system)) {
        assertThat(Secrets.shown(option.name(), "value"))
            .as("%s of %s", option.name(), system.name())
            .isEqualTo("value");
      }
    }
  }

  @Test
  void aPatternTakesAnythingThatNoOtherOptionNames() {
    Settings settings = settings(Map.of("node.queue.max", "9", "node.heap", "1g"));

    assertThat(settings.under("node.")).isEqualTo(Map.of("queue.max", "9"));
    assertThatThrownBy(() -> settings(Map.of("node.", "9"))).isInstanceOf(UsageException.class);
  }

  @Test
  void whatIsFixedCannotChangeOnceThereAreData() {
    Settings before = settings(Map.of("block.max", "7", "policy", "majority"));

    assertThat(before.changed(Map.of("block.max", "8", "policy", "majority")).given())
        .isEqualTo(Map.of("block.max", "8", "policy", "majority"));
    assertThatThrownBy(() -> before.changed(Map.of("policy", "all")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("policy is 'majority'")
        .hasMessageContaining("--purge");
  }
}
