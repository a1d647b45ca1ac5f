package io.hybridycsb.veritas.core.consensus;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** A queue bounded in elements and in bytes. Any number of threads add, one takes. */
public final class BoundedQueue<T> {
  private final int elementsMax;
  private final int bytesMax;
  private final ToIntFunction<T> bytesOf;
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
  public synchronized boolean offer(T element) {
    int size = size(element);
    if (elements.size() >= elementsMax || size > bytesMax - bytes) {
      return false;
    }
    elements.add(element);
    bytes += size;
    if (readerWaits) {
      readerWaits = false;
      notify();
    }
    return true;
  }

  /** Takes the oldest element; null if none comes in time. */
  public synchronized T poll(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    for (long left = timeoutNanos; elements.isEmpty() && left > 0; ) {
      readerWaits = true;
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    readerWaits = false;
    T element = elements.poll();
    if (element != null) {
      bytes -= size(element);
    }
    return element;
  }

  /** Takes further elements without waiting. */
  public synchronized void drainTo(List<T> taken, int countMax) {
    for (int i = 0; i < countMax && !elements.isEmpty(); i++) {
      T element = elements.remove();
      bytes -= size(element);
      taken.add(element);
    }
  }

  public synchronized boolean isEmpty() {
    return elements.isEmpty();
  }

  private int size(T element) {
    return Math.min(bytesMax, bytesOf.applyAsInt(element));
  }
}
