import { afterEach, expect, test, vi } from "vitest";
import { handler as runJob } from "#functions/job/run-job";
import { handler } from "#functions/stream/dispatch-changes";
import { aNote, aRecord } from "#test/support/store/stream";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const queue = "https://sqs.us-east-1.amazonaws.com/000000000000/jobs";
const destinations = [{ queue, changes: runJob.consumer.changes }];
const aJobRecord = () => aRecord(undefined, aNote({ entity: "job" }));

test("what nobody wants to hear of is done without a queue", async () => {
  vi.stubEnv("GRIDLESS_CONSUMERS", JSON.stringify(destinations));
  const Records = [aRecord(undefined, aNote()), aRecord(aNote({ entity: "job" }), undefined)];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
});

test("queues are those of the environment; when SQS is away, the batch fails and comes again", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("GRIDLESS_CONSUMERS", JSON.stringify(destinations));
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9");
  await expect(handler({ Records: [aJobRecord()] })).rejects.toThrow("1 changes could not be put");
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ queue, messages: 1 }));
});
