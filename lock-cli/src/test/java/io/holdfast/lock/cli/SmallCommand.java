package io.holdfast.lock.cli;

/** Stands in for the command where only its launcher is tested. */
final class SmallCommand {

  private SmallCommand() {}

  public static void main(String[] arguments) {
    System.out.println("holdfast of one class");
    System.out.println("Java " + System.getProperty("java.version"));
  }
}
