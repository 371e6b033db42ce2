package dev.skink.agent;

import java.util.concurrent.Callable;

/**
 * The watchdog: calls into Android with an end. Injecting an event waits up to 30 s for an app that hangs, reading a
 * tree 5 s a call. The call runs on a thread of its own; one that does not come back in time is left behind, and
 * the next call gets a new thread.
 */
final class Bounded {
    /** The call did not come back in time. */
    static final class Late extends Exception {}

    /** More threads left behind than this at once, and the agent is of no use any more. */
    private static final int MOST_LEFT_BEHIND = 12;
    /** Trees are walked by recursion. */
    private static final long STACK = 4L << 20;

    private static int leftBehind;

    private final String name;
    private Worker worker;

    Bounded(String name) {
        this.name = name;
    }

    /** What the call gives; at most so many milliseconds later. */
    <T> T call(Callable<T> task, long millis) throws Exception {
        if (worker == null) {
            worker = new Worker(name);
            worker.start();
        }
        Job<T> job = new Job<T>(task);
        worker.offer(job);
        if (!job.await(millis)) {
            worker.leave(job);
            worker = null;
            throw new Late();
        }
        if (job.problem instanceof Exception) {
            throw (Exception) job.problem;
        }
        if (job.problem != null) {
            throw new RuntimeException(job.problem);
        }
        return job.result;
    }

    static synchronized int leftBehind() {
        return leftBehind;
    }

    static boolean isLost() {
        return leftBehind() > MOST_LEFT_BEHIND;
    }

    private static synchronized void count(int more) {
        leftBehind += more;
    }

    private static final class Job<T> {
        private final Callable<T> task;
        private boolean done;
        private boolean left;
        T result;
        Throwable problem;

        Job(Callable<T> task) {
            this.task = task;
        }

        void run() {
            T value = null;
            Throwable thrown = null;
            try {
                value = task.call();
            } catch (Throwable e) {
                thrown = e;
            }
            synchronized (this) {
                result = value;
                problem = thrown;
                done = true;
                notifyAll();
                if (left) {
                    count(-1);
                }
            }
        }

        synchronized boolean await(long millis) throws InterruptedException {
            long end = System.nanoTime() + millis * 1000000L;
            while (!done) {
                long rest = (end - System.nanoTime()) / 1000000L;
                if (rest <= 0) {
                    return false;
                }
                wait(rest);
            }
            return true;
        }
    }

    private static final class Worker extends Thread {
        private Job<?> next;
        private boolean left;

        Worker(String name) {
            super(null, null, name, STACK);
            setDaemon(true);
        }

        synchronized void offer(Job<?> job) {
            next = job;
            notifyAll();
        }

        void leave(Job<?> job) {
            synchronized (job) {
                if (!job.done) {
                    job.left = true;
                    count(1);
                }
            }
            synchronized (this) {
                left = true;
                notifyAll();
            }
        }

        private synchronized Job<?> take() throws InterruptedException {
            while (next == null && !left) {
                wait();
            }
            Job<?> job = next;
            next = null;
            return job;
        }

        @Override
        public void run() {
            try {
                for (Job<?> job = take(); job != null; job = take()) {
                    job.run();
                }
            } catch (InterruptedException e) {
                // Nobody interrupts it; if so, it ends.
            }
        }
    }
}
