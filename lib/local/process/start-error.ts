/** What keeps a start from succeeding and a person can put right: bin prints the message, one line, and exits with 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}
