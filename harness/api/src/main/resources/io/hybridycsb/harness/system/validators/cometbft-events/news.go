// Package news wakes a goroutine when there is something new for it to look at.
package news

import "time"

// waitMax is how long a goroutine waits for news, so that news it wasn't told of costs no more
// than time.
const waitMax = 100 * time.Millisecond

// News are for one goroutine. What is told while it is busy is kept, once.
type News chan struct{}

// New has nothing to tell yet.
func New() News {
	return make(News, 1)
}

// Tell wakes the goroutine, or lets its next Await return at once. It never waits.
func (n News) Tell() {
	select {
	case n <- struct{}{}:
	default:
	}
}

// Await returns when there is news, or after 100 ms.
func (n News) Await() {
	late := time.NewTimer(waitMax)
	defer late.Stop()
	select {
	case <-n:
	case <-late.C:
	}
}
