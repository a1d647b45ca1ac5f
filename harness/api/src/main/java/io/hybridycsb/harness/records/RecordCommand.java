package io.hybridycsb.harness.records;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Reads and writes single records through any YCSB binding, for users, not for load. It runs as a
 * separate process, with the binding's jar and YCSB's on its class path.
 */
@Command(name = "record", mixinStandardHelpOptions = true)
public final class RecordCommand {
  private static final int SHOWN_VALUE_CHARS = 100;

  private RecordCommand() {}

  /** The exit status is 0 if the operation succeeded, 1 if it didn't, 2 for wrong arguments. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    CommandLine command =
        new CommandLine(new RecordCommand())
            .addSubcommand(new Get())
            .addSubcommand(new Put())
            .addSubcommand(new Delete());
    command.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          System.err.println(failed.getCommandName() + ": " + e.getMessage());
          return 1;
        });
    return command.execute(arguments);
  }

  /** The common part of the three commands: opens the binding for one operation. */
  private abstract static class OnBinding implements Callable<Integer> {
    @Option(names = "--db", required = true, hidden = true)
    private String className;

    @Option(names = "--properties", required = true, hidden = true)
    private Path properties;

    @Option(
        names = "-p",
        paramLabel = "NAME=VALUE",
        description = "A property of the binding, such as a timeout.")
    private Map<String, String> overrides = Map.of();

    @Option(
        names = "--table",
        defaultValue = "usertable",
        description = "The key's table (default: ${DEFAULT-VALUE}).")
    String table;

    @Parameters(index = "0", paramLabel = "KEY")
    String key;

    @Override
    public final Integer call() throws Exception {
      DB binding = (DB) Class.forName(className).getDeclaredConstructor().newInstance();
      Properties all = new Properties();
      try (var in = Files.newBufferedReader(properties)) {
        all.load(in);
      }
      all.putAll(overrides);
      binding.setProperties(all);
      binding.init();
      try {
        return run(binding) ? 0 : 1;
      } finally {
        binding.cleanup();
      }
    }

    /** Does the operation, prints its outcome, and returns whether it succeeded. */
    abstract boolean run(DB binding) throws DBException;

    final boolean say(Status status) {
      System.out.println(table + "/" + key + ": " + shown(status));
      return status.isOk();
    }

    /** YCSB's name of the outcome, for users. */
    private static String shown(Status status) {
      return status.getName().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  @Command(
      name = "get",
      mixinStandardHelpOptions = true,
      description = "Prints a record. Exit status 1 if there is none.")
  private static final class Get extends OnBinding {
    @Override
    boolean run(DB binding) {
      Map<String, ByteIterator> fields = new HashMap<>();
      Status status = binding.read(table, key, null, fields);
      if (!status.isOk()) {
        return say(status);
      }
      System.out.println(key);
      new TreeMap<>(fields)
          .forEach((name, value) -> System.out.println("  " + name + "=" + shown(value.toArray())));
      return true;
    }
  }

  @Command(
      name = "put",
      mixinStandardHelpOptions = true,
      description = "Writes fields: a new record, or into the one that there is.")
  private static final class Put extends OnBinding {
    private static final int ATTEMPTS = 3;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FIELD=VALUE")
    private Map<String, String> fields;

    @Option(names = "--replace", description = "The record then consists of exactly these fields.")
    private boolean isReplaced;

    /** Whether the binding inserts only where there is no record. */
    @Option(names = "--insert-is-new", hidden = true)
    private boolean insertIsNew;

    @Override
    boolean run(DB binding) {
      return say(isReplaced ? replace(binding) : merge(binding));
    }

    /** An update is one step of the system's own, which loses no other client's write. */
    private Status merge(DB binding) {
      Status status = Status.ERROR;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        status = binding.update(table, key, values());
        if (!status.equals(Status.NOT_FOUND)) {
          return status;
        }
        // Not every system's update makes a record.
        status = binding.insert(table, key, values());
        if (!isAborted(status)) {
          return status;
        }
        // Somebody else has made it meanwhile.
      }
      return status;
    }

    private Status replace(DB binding) {
      Status status = binding.insert(table, key, values());
      for (int attempt = 1; insertIsNew && isAborted(status) && attempt < ATTEMPTS; attempt++) {
        Status deleted = binding.delete(table, key);
        if (!deleted.isOk() && !deleted.equals(Status.NOT_FOUND)) {
          return deleted;
        }
        status = binding.insert(table, key, values());
      }
      return status;
    }

    private static boolean isAborted(Status status) {
      return status.getName().equals("ABORTED");
    }

    /** In UTF-8. An operation uses them up. */
    private Map<String, ByteIterator> values() {
      Map<String, ByteIterator> values = new HashMap<>();
      fields.forEach(
          (name, value) ->
              values.put(name, new ByteArrayByteIterator(value.getBytes(StandardCharsets.UTF_8))));
      return values;
    }
  }

  @Command(name = "delete", mixinStandardHelpOptions = true, description = "Deletes a record.")
  private static final class Delete extends OnBinding {
    @Override
    boolean run(DB binding) {
      return say(binding.delete(table, key));
    }
  }

  private static String shown(byte[] value) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(value, StandardCharsets.UTF_8).toCharArray()) {
      text.append(Character.isISOControl(c) ? '.' : c);
    }
    return text.length() <= SHOWN_VALUE_CHARS
        ? text.toString()
        : text.substring(0, SHOWN_VALUE_CHARS) + "… (" + value.length + " bytes)";
  }
}
