/** An error that prevents a command from working and that a person can correct: bin prints the message and exits with 1. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}

/** Arguments that a command does not take: bin prints the message and exits with 2. */
export class UsageError extends StartError {
  override readonly name = "UsageError";
}
