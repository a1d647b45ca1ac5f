package io.hybridycsb.it;

import static org.junit.platform.commons.support.ReflectionSupport.findFields;

import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.Optional;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Classes that want equal clusters run one after another; among them, those with {@link
 * LastOnCluster} come last. Classes that want no cluster run first, while none is up.
 */
public final class ClusterOrder implements ClassOrderer {
  private static final Comparator<ClassDescriptor> ORDER =
      Comparator.<ClassDescriptor, String>comparing(
              test -> clusterOf(test.getTestClass()).map(LocalCluster::description).orElse(""))
          .thenComparing(test -> test.getTestClass().isAnnotationPresent(LastOnCluster.class))
          .thenComparing(test -> test.getTestClass().getName());

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(ORDER);
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
