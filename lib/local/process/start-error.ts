/** What keeps a command from its work and a person can put right: bin prints the message and exits with 1. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}

/** Arguments that a command does not take: bin prints the message and exits with 2. */
export class UsageError extends StartError {
  override readonly name = "UsageError";
}
