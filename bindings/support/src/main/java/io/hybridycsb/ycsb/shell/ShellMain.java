package io.hybridycsb.ycsb.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.outcome.FailureReasons;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.workloads.CoreWorkload;

/**
 * Connects to a database and has it do what is typed. It takes the options of {@code
 * site.ycsb.CommandLine}, and speaks UTF-8 whatever the locale is. The status is 2 for wrong
 * options, and 1 if there is no connection. It is 1, too, if the commands come from a file or a
 * pipe and one of them fails.
 */
public final class ShellMain {
  /** A property of the JVM: whether somebody types. */
  static final String TERMINAL = "hybrid.shell.terminal";

  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private static final String USAGE =
      """
      YCSB Command Line Client
      Usage: ycsb shell SYSTEM [options]
      Options:
        -P filename: Specify a property file
        -p name=value: Specify a property value
        -db classname: Use a specified DB class (can also set the "db" property)
        -table tablename: Use the table name instead of the default "usertable"

      """;

  /** The user's mistake, in one line. */
  private static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1;

    Misuse(String line) {
      super(line);
    }
  }

  private final Properties ofFiles = new Properties();
  private final Properties ofCommand = new Properties();

  private ShellMain() {}

  /**
   * Runs until {@code quit}, or the input's end.
   *
   * @param args as of site.ycsb.CommandLine
   */
  public static void main(String[] args) {
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8));
    System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8));
    int status;
    try {
      status = new ShellMain().run(args);
    } catch (Misuse e) {
      System.err.println("ycsb: " + e.getMessage());
      status = MISUSED;
    } catch (Exception e) {
      System.err.println("ycsb: " + FailureReasons.of(e));
      status = FAILED;
    }
    System.exit(status);
  }

  private int run(String... args) throws Exception {
    for (int i = 0; i < args.length; i++) {
      String option = args[i];
      switch (option) {
        case "-help", "--help", "-h", "-?", "--?" -> {
          System.out.print(USAGE);
          return 0;
        }
        case "-db", "-P", "-p", "-table" -> {
          i++;
          if (i == args.length) {
            throw new Misuse("%s takes a value".formatted(option));
          }
          take(option, args[i]);
        }
        default -> throw new Misuse("the shell has no option '%s'".formatted(option));
      }
    }
    Properties all = new Properties();
    all.putAll(ofFiles);
    all.putAll(ofCommand);
    return talk(all);
  }

  private void take(String option, String value) {
    switch (option) {
      case "-P" -> read(value);
      case "-db" -> ofCommand.setProperty(Client.DB_PROPERTY, value);
      case "-table" -> ofCommand.setProperty(CoreWorkload.TABLENAME_PROPERTY, value);
      default -> {
        int end = value.indexOf('=');
        if (end < 0) {
          throw new Misuse("-p takes NAME=VALUE, not '%s'".formatted(value));
        }
        ofCommand.setProperty(value.substring(0, end), value.substring(end + 1));
      }
    }
  }

  private void read(String file) {
    try (InputStream text = Files.newInputStream(Path.of(file))) {
      ofFiles.load(text);
    } catch (IOException | IllegalArgumentException e) {
      throw new Misuse("cannot read %s: %s".formatted(file, e.getMessage()));
    }
  }

  private static int talk(Properties properties) throws Exception {
    System.out.println("YCSB Command Line client");
    System.out.println("Type \"help\" for command line help");
    System.out.println("Start with \"-help\" for usage info");
    DB database = database(properties.getProperty(Client.DB_PROPERTY, "site.ycsb.BasicDB"));
    database.setProperties(properties);
    database.init();
    System.out.println("Connected.");
    String table =
        properties.getProperty(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    Shell shell = new Shell(database, table, System.out);
    try {
      shell.run(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
    } finally {
      database.cleanup();
    }
    return shell.hasFailed() && !Boolean.getBoolean(TERMINAL) ? FAILED : 0;
  }

  private static DB database(String name) {
    try {
      return Class.forName(name).asSubclass(DB.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new Misuse("there is no database '%s' on the class path".formatted(name));
    }
  }
}
