/*
 * The addresses of the consumers' queues as one short text. An environment of Lambda holds 4,096 bytes and CloudFormation chooses the names
 * of queues (up to 80 characters), so the text has what they share once:
 *
 *   https://sqs.eu-central-1.amazonaws.com/123456789012/ runJob=gridless-main-RunJobQueue0A1B2C3D-… sendMail=gridless-main-…
 */

export const queueAddresses = {
  /** `start` is the address up to the name of a queue. Each of its values may be a token of the CDK. */
  write: (start: string, queues: { operation: string; name: string }[]): string =>
    [start, ...queues.map(({ operation, name }) => `${operation}=${name}`)].join(" "),

  /** The address of each queue, by the operation of its consumer. */
  read(text: string): Map<string, string> {
    const [start = "", ...queues] = text.split(" ");
    return new Map(
      queues.map((queue) => {
        const [operation = "", name = ""] = queue.split("=");
        return [operation, `${start}${name}`];
      }),
    );
  },
};
