package dev.skink.agent;

/**
 * When did something last happen on the screen, and has it come to rest? The platform's waitForIdle looks at the last
 * event also from before the act and returns too early: here the first event after the act is awaited, then a pause.
 */
final class Quiet {
    private long count;
    private long last = System.nanoTime();

    /** Something happened. */
    synchronized void event() {
        count++;
        last = System.nanoTime();
        notifyAll();
    }

    /** Events so far. */
    synchronized long count() {
        return count;
    }

    /**
     * Waits up to `first` for an event after the count `since`, then until none came for `quiet`, in all up to `most`
     * milliseconds. Whether it came to rest.
     */
    synchronized boolean settle(long since, long first, long quiet, long most) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + most * 1000000L;
        while (count == since) {
            long rest = Math.min(start + first * 1000000L, end) - System.nanoTime();
            if (rest <= 0) {
                // Nothing comes of the act. What was under way before must still end.
                break;
            }
            pause(rest);
        }
        for (;;) {
            long now = System.nanoTime();
            long rest = last + quiet * 1000000L - now;
            if (rest <= 0) {
                return true;
            }
            if (end - now <= 0) {
                return false;
            }
            pause(Math.min(rest, end - now));
        }
    }

    /** Waits until an event comes after the count `since`, at most so long. */
    synchronized void next(long since, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1000000L;
        while (count == since) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                return;
            }
            pause(rest);
        }
    }

    private void pause(long nanos) throws InterruptedException {
        wait(Math.max(1, (nanos + 999999) / 1000000));
    }
}
