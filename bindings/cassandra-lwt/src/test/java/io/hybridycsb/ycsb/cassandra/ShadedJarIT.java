package io.hybridycsb.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Port 1 is nobody's. */
@Tag("cassandra-lwt")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    // The driver has read its own defaults and connected, or it would say something else.
    super(
        "cassandra-lwt",
        CassandraLwtClient.class.getName(),
        "no node of " + NOBODY + " answers; the first: ",
        "cassandra.comit");
  }

  @Override
  protected Map<String, String> absentCluster() {
    return Map.of("cassandra.contact.points", NOBODY);
  }

  /** Its settings are paths that look like packages, in a file that must keep its name. */
  @Test
  void theDriversOwnSettingsAreFoundUnderTheirNames() throws Exception {
    try (URLClassLoader jar = new URLClassLoader(new URL[] {JAR.toUri().toURL()}, null);
        var settings = jar.getResourceAsStream("reference.conf")) {
      assertThat(new String(settings.readAllBytes(), StandardCharsets.UTF_8))
          .contains("datastax-java-driver {");
    }
  }
}
