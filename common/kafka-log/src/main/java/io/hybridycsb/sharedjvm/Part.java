package io.hybridycsb.sharedjvm;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.StreamTokenizer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /**
   * A main class with its arguments, as the command {@code java} takes them.
   *
   * @param words the class and its arguments; or one word, {@code @FILE}, for a file that holds
   *     them, each in double quotes
   */
  record Program(List<String> words) {

    /** Runs its main method; returns when that does. */
    void run() throws IOException, ReflectiveOperationException {
      List<String> all =
          words.get(0).startsWith("@") ? in(Path.of(words.get(0).substring(1))) : words;
      Method main = Class.forName(all.get(0)).getMethod("main", String[].class);
      String[] arguments = all.subList(1, all.size()).toArray(String[]::new);
      main.invoke(null, (Object) arguments);
    }

    private static List<String> in(Path file) throws IOException {
      List<String> words = new ArrayList<>();
      try (Reader reader = Files.newBufferedReader(file)) {
        StreamTokenizer tokens = new StreamTokenizer(reader);
        tokens.resetSyntax();
        tokens.quoteChar('"');
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
          if (tokens.ttype == '"') {
            words.add(tokens.sval);
          }
        }
      }
      return words;
    }

    /** What a main method has thrown, or else why it wasn't started. */
    static Throwable cause(Throwable e) {
      return e instanceof InvocationTargetException ? e.getCause() : e;
    }
  }
}
