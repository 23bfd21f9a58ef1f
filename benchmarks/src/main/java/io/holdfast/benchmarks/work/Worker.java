package io.holdfast.benchmarks.work;

import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The main class of a JVM with one client: does the {@link Task} in each line of its input, until
 * told to quit.
 */
final class Worker {

  /** The last line. */
  static final String QUIT = "quit";

  private Worker() {}

  public static void main(String[] args) throws IOException {
    try (LockSubject subject =
            Place.valueOf(args[1])
                .open(Subject.valueOf(args[0]), List.of(args).subList(2, args.length));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println("ready");
      for (String line = in.readLine(); line != null && !line.equals(QUIT); line = in.readLine()) {
        System.out.println(answer(subject, Task.parse(line)));
      }
    }
    System.exit(0); // whatever threads a subject leaves behind
  }

  private static String answer(LockSubject subject, Task task) {
    try {
      return "done " + WorkRun.run(subject, task).toLine();
    } catch (IOException
        | InterruptedException
        | ExecutionException
        | TimeoutException
        | RuntimeException e) {
      e.printStackTrace();
      return "failed " + e;
    }
  }
}
