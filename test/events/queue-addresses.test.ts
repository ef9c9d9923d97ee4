import { expect, test } from "vitest";
import { queueAddresses } from "#lib/events/queue-addresses";

const start = "https://sqs.eu-central-1.amazonaws.com/123456789012/";

test("the addresses that were written are read", () => {
  const text = queueAddresses.write(start, [
    { operation: "runJob", name: "gridless-main-RunJobQueue0A1B2C3D-ABCDEFGHIJKL" },
    { operation: "sendMail", name: "gridless-main-SendMailQueue1A2B3C4D-MNOPQRSTUVWX" },
  ]);
  expect(Object.fromEntries(queueAddresses.read(text))).toEqual({
    runJob: `${start}gridless-main-RunJobQueue0A1B2C3D-ABCDEFGHIJKL`,
    sendMail: `${start}gridless-main-SendMailQueue1A2B3C4D-MNOPQRSTUVWX`,
  });
});

test("no queues, and no text, give no addresses", () => {
  expect(queueAddresses.read(queueAddresses.write(start, [])).size).toBe(0);
  expect(queueAddresses.read("").size).toBe(0);
});
