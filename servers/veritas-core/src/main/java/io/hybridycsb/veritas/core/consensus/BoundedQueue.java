package io.hybridycsb.veritas.core.consensus;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** A queue bounded in elements and in bytes. Any number of threads add, one takes. */
public final class BoundedQueue<T> {
  private final int bytesMax;
  private final ToIntFunction<T> bytesOf;
  private final ArrayBlockingQueue<T> elements;
  private final Semaphore bytesLeft;

  /**
   * @param bytesOf an element's size, which never changes
   */
  public BoundedQueue(int elementsMax, int bytesMax, ToIntFunction<T> bytesOf) {
    this.bytesMax = bytesMax;
    this.bytesOf = bytesOf;
    elements = new ArrayBlockingQueue<>(elementsMax);
    bytesLeft = new Semaphore(bytesMax, true);
  }

  /** Adds an element; waits as long as there is no room for it. */
  public void put(T element) throws InterruptedException {
    bytesLeft.acquire(bytes(element));
    elements.put(element);
  }

  /** Adds an element if there is room for it; false if there is none. Never waits. */
  public boolean offer(T element) {
    int bytes = bytes(element);
    if (!bytesLeft.tryAcquire(bytes)) {
      return false;
    }
    boolean added = elements.offer(element);
    if (!added) {
      bytesLeft.release(bytes);
    }
    return added;
  }

  /** Takes the oldest element; null if none comes in time. */
  public T poll(long timeoutNanos) throws InterruptedException {
    T element = elements.poll(timeoutNanos, TimeUnit.NANOSECONDS);
    if (element != null) {
      bytesLeft.release(bytes(element));
    }
    return element;
  }

  /** Takes further elements without waiting. */
  public void drainTo(List<T> taken, int elementsMax) {
    int before = taken.size();
    elements.drainTo(taken, elementsMax);
    int bytes = 0;
    for (T element : taken.subList(before, taken.size())) {
      bytes += bytes(element);
    }
    bytesLeft.release(bytes);
  }

  public boolean isEmpty() {
    return elements.isEmpty();
  }

  /** An element larger than the queue waits until it has the whole queue. */
  private int bytes(T element) {
    return Math.min(bytesMax, bytesOf.applyAsInt(element));
  }
}
