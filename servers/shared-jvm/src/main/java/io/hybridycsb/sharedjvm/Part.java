package io.hybridycsb.sharedjvm;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A server in this JVM, as the file of parts describes it.
 *
 * @param name its name for users
 * @param stage parts of a lower stage serve before those of a higher one start
 * @param program what is started
 * @param log the file for all that it prints
 * @param ready matches a part of the line that it prints when it serves
 * @param before programs that must have succeeded once before it starts
 * @param after programs that must succeed once while all of its stage serve
 */
record Part(
    String name,
    int stage,
    Program program,
    Path log,
    String ready,
    List<Setup> before,
    List<Setup> after) {

  /**
   * A program that prepares a part, once.
   *
   * @param done the file that is made when it has succeeded; it isn't run again while that is there
   * @param log the file for all that it prints
   */
  record Setup(String name, Program program, Path log, Path done) {}

  /**
   * The parts that a file describes.
   *
   * @param file a JSON list
   */
  static List<Part> read(Path file) throws IOException {
    return List.of(new ObjectMapper().readValue(file.toFile(), Part[].class));
  }
}
