package news

import "testing"

func TestWhatIsToldWhileNobodyWaitsIsKeptOnce(t *testing.T) {
	n := New()
	n.Tell()
	n.Tell()
	n.Await()
	select {
	case <-n:
		t.Fatal("the goroutine would be woken twice")
	default:
	}
}

func TestAGoroutineThatWaitsIsWoken(t *testing.T) {
	for i := 0; i < 1000; i++ {
		n := New()
		woken := make(chan struct{})
		go func() {
			<-n
			close(woken)
		}()
		n.Tell()
		<-woken
	}
}
