import { afterEach, expect, test, vi } from "vitest";
import { handler as runJob } from "#functions/job/run-job";
import { handler } from "#functions/stream/dispatch-changes";
import { aNote, aRecord } from "#test/support/store/stream";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const start = "https://sqs.us-east-1.amazonaws.com/000000000000/";
const queue = `${start}jobs`;
/** As the bundler and the stack set them. */
function subscribe(queues: string) {
  const consumers = [{ operation: "runJob", changes: runJob.consumer.changes }];
  vi.stubEnv("GRIDLESS_CONSUMERS", JSON.stringify(consumers));
  vi.stubEnv("GRIDLESS_QUEUES", queues);
}
const aJobRecord = () => aRecord(undefined, aNote({ entity: "job" }));

test("changes without a consumer are done without a queue", async () => {
  subscribe(`${start} runJob=jobs`);
  const Records = [aRecord(undefined, aNote()), aRecord(aNote({ entity: "job" }), undefined)];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
});

test("queues come from the environment; if SQS is down, the batch fails and is delivered again", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  subscribe(`${start} runJob=jobs`);
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9");
  await expect(handler({ Records: [aJobRecord()] })).rejects.toThrow("1 changes could not be logged or sent");
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ queue, messages: 1 }));
});

test("a consumer that the code knows and the environment does not yet: the batch is delivered again", async () => {
  subscribe(`${start} sendMail=mails`);
  await expect(handler({ Records: [aJobRecord()] })).rejects.toThrow("names no queue of runJob");
});
