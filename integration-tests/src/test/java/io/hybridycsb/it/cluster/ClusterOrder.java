package io.hybridycsb.it.cluster;

import static org.junit.platform.commons.support.ReflectionSupport.findFields;

import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Nested;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Classes that want equal clusters run one after another; among them, those with {@link
 * LastOnCluster} come last. Classes that want no cluster run first, while none is up. A class of
 * nested ones, each with a cluster of its own, runs where the first of them would, after the others
 * that want that cluster.
 */
public final class ClusterOrder implements ClassOrderer {
  private static final Comparator<ClassDescriptor> ORDER =
      Comparator.<ClassDescriptor, String>comparing(test -> firstCluster(test.getTestClass()))
          .thenComparing(test -> hasNestedClusters(test.getTestClass()))
          .thenComparing(test -> test.getTestClass().isAnnotationPresent(LastOnCluster.class))
          .thenComparing(test -> test.getTestClass().getName());

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(ORDER);
  }

  private static String firstCluster(Class<?> test) {
    return Stream.concat(Stream.of(test), nested(test))
        .flatMap(type -> clusterOf(type).stream())
        .map(LocalCluster::description)
        .min(Comparator.naturalOrder())
        .orElse("");
  }

  private static Stream<Class<?>> nested(Class<?> test) {
    return Stream.of(test.getDeclaredClasses())
        .filter(type -> type.isAnnotationPresent(Nested.class));
  }

  /** Whether a class is one of several suites, each on a cluster of its own. */
  static boolean hasNestedClusters(Class<?> test) {
    return nested(test).anyMatch(type -> clusterOf(type).isPresent());
  }

  /** The cluster that the class, or a superclass, has registered. */
  static Optional<LocalCluster> clusterOf(Class<?> test) {
    return findFields(
            test,
            field -> LocalCluster.class.isAssignableFrom(field.getType()),
            HierarchyTraversalMode.TOP_DOWN)
        .stream()
        .findFirst()
        .map(ClusterOrder::value);
  }

  private static LocalCluster value(Field field) {
    try {
      field.setAccessible(true);
      return (LocalCluster) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " can't be read", e);
    }
  }
}
