package io.hybridycsb.ledger.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DatabaseOptionsTest {
  @TempDir private Path directory;

  private DatabaseOptions options(String url) throws IOException {
    Path config = directory.resolve("client.properties");
    Files.writeString(config, "postgresql-ledger.url=" + url);
    return CommandLine.populateCommand(new DatabaseOptions(), "--config", config.toString());
  }

  @Test
  void anAddressThatTheDriverRefusesIsShownWithoutItsOptions() throws IOException {
    DatabaseOptions options = options("jdbc:postgresql://127.0.0.1:port/x?password=sesame");
    assertThatThrownBy(options::open)
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:port/x")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void aUserInTheAddressIsRefused() throws IOException {
    DatabaseOptions options = options("jdbc:postgresql://me:sesame@127.0.0.1/x");
    assertThatThrownBy(options::open)
        .hasMessageStartingWith("postgresql-ledger.url has a '@' before its options; ");
  }
}
