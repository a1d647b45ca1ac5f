package io.hybridycsb.it.docker;

import io.hybridycsb.commands.Program;
import io.hybridycsb.veritas.server.VeritasCommand;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.ReflectionSupport;

/** The command lines that our servers and tools understand, by their main classes. */
public final class OwnCommands {
  private OwnCommands() {}

  /** Fails unless the program with this main class takes these arguments. */
  public static void requireUnderstood(String mainClass, List<String> arguments)
      throws ReflectiveOperationException {
    Class.forName(mainClass).getMethod("main", String[].class);
    of(mainClass).commandLine().parseArgs(arguments.toArray(String[]::new));
  }

  /** The program that a main class runs: that of its method {@code program}, or of a system. */
  public static Program of(String mainClass) throws ReflectiveOperationException {
    Optional<Method> program = ReflectionSupport.findMethod(Class.forName(mainClass), "program");
    if (program.isEmpty()) {
      return VeritasCommand.of((VeritasSystem) make(mainClass));
    }
    boolean isStatic = Modifier.isStatic(program.get().getModifiers());
    return (Program)
        ReflectionSupport.invokeMethod(program.get(), isStatic ? null : make(mainClass));
  }

  /** An object of a class whose constructor isn't public. */
  public static Object make(String className) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(className).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
