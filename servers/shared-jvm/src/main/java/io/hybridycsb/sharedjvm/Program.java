package io.hybridycsb.sharedjvm;

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
 * A main class with its arguments, as the command {@code java} takes them.
 *
 * @param words the class and its arguments; or one word, {@code @FILE}, for a file that holds them,
 *     each in double quotes
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
