/* What is waited for in a stack before a space is switched over, against a server that answers as AWS does. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { awaitQuietStack, settleStack } from "../../../../bin/admin/move-space/cells/stack-quiet.ts";

const credentials = async () => ({ accessKeyId: "AKIA", secretAccessKey: "secret" });
const access = { region: "eu-central-1", credentials };

/** What is answered, one after another; the last one again. */
let statuses: string[];
let ages: number[][];
let depths: { [queue: string]: [visible: number, running: number][] };
let asked: string[];
let said: string[];
let url: string;

const next = <Each>(list: Each[]): Each | undefined => (list.length > 1 ? list.shift() : list[0]);

beforeEach(async () => {
  [statuses, ages, depths, asked, said] = [["UPDATE_COMPLETE"], [[]], {}, [], []];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const form = new URLSearchParams(body);
    asked.push(form.get("Action") ?? request.headers["x-amz-target"]?.toString() ?? request.url ?? "");
    if (request.url?.startsWith("/2015-03-31/event-source-mappings/"))
      return void response.end(
        JSON.stringify({
          EventSourceMappings: [{ FunctionArn: "arn:aws:lambda:eu-central-1:1:function:dispatch" }],
        }),
      );
    if (form.get("Action") === "DescribeStacks")
      return void response.end(`<StackStatus>${next(statuses)}</StackStatus>`);
    if (form.get("Action") === "GetMetricStatistics") {
      expect(form.get("Dimensions.member.1.Value")).toBe("dispatch");
      const points = (next(ages) ?? []).map(
        (age, i) =>
          `<member><Timestamp>2026-01-01T00:0${i}:00Z</Timestamp><Maximum>${age}</Maximum></member>`,
      );
      return void response.end(`<Datapoints>${points.toReversed().join("")}</Datapoints>`);
    }
    const [visible, running] = next(depths[JSON.parse(body).QueueUrl] ?? []) ?? [0, 0];
    const Attributes = {
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(running),
    };
    response.setHeader("content-type", "application/x-amz-json-1.0");
    response.end(JSON.stringify({ Attributes }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("AWS_ENDPOINT_URL", url);
  const log = vi.spyOn(console, "log").mockImplementation((line) => void said.push(line));
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
    log.mockRestore();
  });
});

function watched() {
  const sqs = new SQSClient({
    region: access.region,
    credentials,
    endpoint: url,
    useQueueUrlAsEndpoint: false,
  });
  onTestFinished(() => sqs.destroy());
  return { access, stack: "one", stream: "arn:stream", sqs, queues: Object.keys(depths) };
}

test("a deployment and readers that are behind are waited for, by their last figure", async () => {
  statuses = ["UPDATE_IN_PROGRESS", "UPDATE_COMPLETE"];
  ages = [
    [0, 90_000],
    [90_000, 200],
  ];
  await awaitQuietStack(watched());
  expect(said).toEqual(["waiting: the stack one is being deployed", "waiting: dispatch is 90 s behind"]);
});

test("each queue must be empty twice, with what is being worked on", async () => {
  depths = {
    "https://sqs/one": [
      [3, 0],
      [0, 2],
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ],
    "https://sqs/two": [[0, 0]],
  };
  await settleStack(watched(), "consumers");
  expect(asked.filter((each) => each.endsWith("GetQueueAttributes"))).toHaveLength(8);
  expect(said).toEqual([]);
});
