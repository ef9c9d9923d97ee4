import type { SNSEvent } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as stopWrites } from "#functions/health/stop-writes";
import { readSwitch, resumeWrites } from "#lib/store/write-stop/change-write-stop";
import { rememberWriteStop } from "#lib/store/write-stop/write-stop";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("SNS calls it");

const budget = "gridless-main-stop";

beforeEach(async () => {
  await useOwnStore();
  vi.stubEnv("GRIDLESS_BUDGET", budget);
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);
});

/** As AWS Budgets writes it. */
const messageOf = (name: string, type = "ACTUAL") => `AWS Budget Notification November 29, 2026
AWS Account 123456789012

Dear AWS Customer,

You requested that we alert you when the ${type} Cost associated with your ${name} budget is greater than $90.00 for the current month. The ${type} Cost associated with this budget is $91.20. You can find additional details below and by accessing the AWS Budgets dashboard [1].

Budget Name: ${name}
Budget Type: Cost
Budgeted Amount: $100.00
Alert Type: ${type}
Alert Threshold: > $90.00
${type} Amount: $91.20

[1] https://console.aws.amazon.com/billing/home#/budgets
`;

const eventOf = (...messages: { message: string; time?: string }[]) =>
  ({
    Records: messages.map(({ message, time = new Date().toISOString() }) => ({
      EventSource: "aws:sns",
      Sns: { Message: message, Timestamp: time },
    })),
  }) as SNSEvent;

test("the notice of our budget stops writes until the month ends; the same once more, after an operator let them go on, does not", async () => {
  const event = eventOf({ message: messageOf(budget) });
  await stopWrites(event);
  const { stop } = await readSwitch();
  const month = new Date().toISOString().slice(0, 7);
  const [first] = /^.{10}/.exec(stop?.until ?? "") ?? [""];
  expect(stop).toMatchObject({ reason: "what this service may cost in this month is spent" });
  expect(first).toMatch(/-01$/);
  expect(Date.parse(first) - Date.parse(`${month}-01`)).toBeLessThanOrEqual(31 * 86_400_000);
  await resumeWrites();
  await stopWrites(event);
  expect((await readSwitch()).stop).toBeUndefined();
});

test.each([
  ["the budget of another stage", messageOf("gridless-staging-stop")],
  ["one whose name begins with ours", messageOf(`${budget}-2`)],
  ["one that is expected to be reached", messageOf(budget, "FORECASTED")],
  ["a trial of the topic", "You have chosen to be notified by AWS Budgets"],
  ["one that names ours in the middle of a line", `Hello Budget Name: ${budget}\nAlert Type: ACTUAL`],
  ["JSON", JSON.stringify({ "Budget Name": budget, "Alert Type": "ACTUAL" })],
  ["nothing", ""],
])("%s stops nothing", async (_, message) => {
  await stopWrites(eventOf({ message }));
  expect(await readSwitch()).toEqual({});
});

test("without a name of a budget in the environment nothing is heard, not even of a budget without a name", async () => {
  vi.stubEnv("GRIDLESS_BUDGET", "");
  await stopWrites(eventOf({ message: messageOf("") }, { message: messageOf("undefined") }));
  expect(await readSwitch()).toEqual({});
});

test("one that comes a month late stops nothing, and those beside it count", async () => {
  await stopWrites(eventOf({ message: messageOf(budget), time: "2026-01-31T23:59:59.000Z" }));
  expect((await readSwitch()).stop).toBeUndefined();
  await stopWrites(eventOf({ message: "a trial" }, { message: messageOf(budget) }));
  expect((await readSwitch()).stop).toBeDefined();
});
