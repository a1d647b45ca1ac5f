package io.hybridycsb.harness.ycsb;

import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.system.PropertiesText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The properties of a process of YCSB. They may be secrets, and every user of the machine reads
 * command lines, so they go through a file that only its owner reads.
 */
public final class ClientProperties {
  private ClientProperties() {}

  /** Writes the file, and returns the options of bin/ycsb by which it is read. */
  public static List<String> options(Path file, Map<String, String> properties) throws IOException {
    PrivateFiles.write(file, PropertiesText.of("What a client of YCSB is to do.", properties));
    return List.of("-P", file.toString());
  }
}
