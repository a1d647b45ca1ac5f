package io.hybridycsb.ycsb.support;

import java.util.concurrent.Callable;

/**
 * A resource that all of a process's YCSB threads use: the first to acquire it makes it, the last
 * to release it closes it. YCSB's threads come and go on their own, so after the last release it
 * can be made again.
 */
public final class Shared<T extends AutoCloseable> {
  private T resource;
  private int users;

  /**
   * Returns the resource; makes it first if there is none. Others wait meanwhile.
   *
   * @throws Exception whatever {@code maker} throws; the resource then counts as not acquired
   */
  public synchronized T acquire(Callable<T> maker) throws Exception {
    if (users == 0) {
      resource = maker.call();
    }
    users++;
    return resource;
  }

  /**
   * Gives the resource back, once for each {@link #acquire}.
   *
   * @throws Exception whatever closing the resource throws
   */
  public synchronized void release() throws Exception {
    if (users == 0) {
      throw new IllegalStateException("released more often than acquired");
    }
    users--;
    if (users == 0) {
      T last = resource;
      resource = null;
      last.close();
    }
  }
}
