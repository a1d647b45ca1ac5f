package io.hybridycsb.veritas.core.consensus;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/** A queue bounded in elements and in bytes. Any number of threads add, one takes. */
public final class BoundedQueue<T> {
  private final int elementsMax;
  private final int bytesMax;
  private final ToIntFunction<T> bytesOf;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition readable = lock.newCondition();
  private final Queue<T> elements = new ArrayDeque<>();

  /** Those in {@link #elements}. */
  private int bytes;

  private boolean readerWaits;

  /**
   * @param bytesOf an element's size, which never changes
   */
  public BoundedQueue(int elementsMax, int bytesMax, ToIntFunction<T> bytesOf) {
    this.elementsMax = elementsMax;
    this.bytesMax = bytesMax;
    this.bytesOf = bytesOf;
  }

  /**
   * Adds an element if there is room for it; false if there is none. Never waits. An element larger
   * than the queue has room when the queue is empty.
   */
  public boolean offer(T element) {
    int size = size(element);
    lock.lock();
    try {
      if (elements.size() >= elementsMax || size > bytesMax - bytes) {
        return false;
      }
      elements.add(element);
      bytes += size;
      if (readerWaits) {
        readerWaits = false;
        readable.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest element; null if none comes in time. */
  public T poll(long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (elements.isEmpty() && left > 0) {
        readerWaits = true;
        left = readable.awaitNanos(left);
      }
      readerWaits = false;
      T element = elements.poll();
      if (element != null) {
        bytes -= size(element);
      }
      return element;
    } finally {
      lock.unlock();
    }
  }

  /** Takes further elements without waiting. */
  public void drainTo(List<T> taken, int countMax) {
    lock.lock();
    try {
      for (int i = 0; i < countMax && !elements.isEmpty(); i++) {
        T element = elements.remove();
        bytes -= size(element);
        taken.add(element);
      }
    } finally {
      lock.unlock();
    }
  }

  public boolean isEmpty() {
    lock.lock();
    try {
      return elements.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private int size(T element) {
    return Math.min(bytesMax, bytesOf.applyAsInt(element));
  }
}
