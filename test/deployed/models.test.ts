/*
 * Models fill cells on the deployed stack: stream, queue and function, with the role of that function. Bedrock is that of the emulator: its
 * answers name the model.
 */
import { BedrockRuntime } from "@aws-sdk/client-bedrock-runtime";
import { expect, test } from "vitest";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { parseModels } from "#lib/ai/models";
import { aFilledTable } from "#test/data/ai/support";
import { call } from "#test/support/requests/call";
import { clientOptionsOf, environments } from "./functions.ts";

/** A busy machine with the emulator takes long to begin a job. */
const longest = 240_000;
const poll = { timeout: longest, interval: 1000 };
const models = parseModels(process.env["GRIDLESS_AI_MODELS"] ?? "");
const idOf = Object.fromEntries(typeof models === "string" ? [] : models.map(({ key, id }) => [key, id]));
const saidBy = (key: string) => expect.stringContaining(String(idOf[key]));

test("a field is filled by hand, and a new record by itself; only that function may ask, and only these models", {
  timeout: 2 * longest,
}, async () => {
  const made = await aFilledTable(["one", "two", {}]);
  const { owner: as, tableId } = made;
  const params = { tableId, jobId: await made.start() };
  const job = async () => (await call(getTableJob, { as, params })).body;
  await expect.poll(async () => (await job()).state, poll).toMatch(/done|failed/);
  const { state, error, counts } = await job();
  expect({ state, error, counts }).toEqual({
    state: "done",
    error: undefined,
    counts: { filled: 2, kept: 1, failed: 0 },
  });
  expect(await made.cells()).toEqual([saidBy("m"), saidBy("m"), null]);

  const wide = await aFilledTable([], { aiConfig: null });
  const aiConfig = { modelKey: "wide", type: "summary", sourceFieldId: wide.plot, isAutoFill: true };
  const inWide = { as: wide.owner, params: { tableId: wide.tableId } };
  await wide.configure(aiConfig);
  const added = await call(createRecords, { ...inWide, body: { records: [{ fields: { Plot: "three" } }] } });
  const recordId = added.body.records[0].id;
  const record = async () =>
    (await call(getRecord, { ...inWide, params: { ...inWide.params, recordId } })).body;
  await expect.poll(async () => (await record()).fields["Filled"], poll).toEqual(saidBy("wide"));

  // the function has just run, so it has a process
  const { runFill, ...others } = Object.fromEntries(environments());
  expect(runFill, "it runs").toBeDefined();
  const other = [
    "amazon.nova-pro-v1:0",
    "us.amazon.nova-micro-v1:0",
    "anthropic.claude-3-haiku-20240307-v1:0",
  ];
  const ids = [...Object.values(idOf), ...other];
  expect(await mayAsk(runFill, ids)).toEqual(Object.values(idOf));
  expect(Object.keys(others)).toContain("autoFillField");
  for (const [operation, env] of Object.entries(others))
    expect(await mayAsk(env, ids), operation).toEqual([]);
});

/** The models that may be asked with the credentials of a function. */
async function mayAsk(env: Record<string, string> = {}, ids: string[]): Promise<string[]> {
  const client = new BedrockRuntime(clientOptionsOf(env));
  const allowed: string[] = [];
  for (const modelId of ids) {
    const messages = [{ role: "user" as const, content: [{ text: "?" }] }];
    const isAllowed = await client.converse({ modelId, messages }).then(
      () => true,
      (error: Error) => {
        // any other error is a fault of this test
        if (error.name !== "AccessDeniedException") throw error;
        return false;
      },
    );
    if (isAllowed) allowed.push(modelId);
  }
  client.destroy();
  return allowed;
}
