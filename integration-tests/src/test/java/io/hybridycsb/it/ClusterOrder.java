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
 * Classes that want equal clusters follow each other, those that leave theirs damaged come last
 * among them. Classes that want none come first, while none is up.
 */
public final class ClusterOrder implements ClassOrderer {
  private static final Comparator<ClassDescriptor> ORDER =
      Comparator.<ClassDescriptor, String>comparing(
              test -> clusterOf(test.getTestClass()).map(LocalCluster::description).orElse(""))
          .thenComparing(
              test -> clusterOf(test.getTestClass()).filter(LocalCluster::endsDamaged).isPresent())
          .thenComparing(test -> test.getTestClass().getName());

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(ORDER);
  }

  /** What the class, or one that it extends, has registered. */
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
