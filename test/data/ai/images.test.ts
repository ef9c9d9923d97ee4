/* Images of attachment fields are sent to models that take them; of other files only the names. */
import { afterEach, expect, test, vi } from "vitest";
import { handler as autoFillField } from "#functions/field/auto-fill-field";
import { handler as createTable } from "#functions/table/create-table";
import { remove } from "#lib/files/storage";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { runToEnd } from "#test/support/events/jobs";
import { aFile, pixel } from "#test/support/makers/files";
import { aFieldId } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";

afterEach(() => void vi.unstubAllEnvs());

const png = { bytes: pixel, type: "image/png" };

/** A record with these files, whose text is filled by a model. */
async function aTableOf(modelKey: string, files: Parameters<typeof aFile>[1][]) {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const made = [];
  for (const file of files) made.push(await aFile(owner, file));
  const [images, target] = [aFieldId(), aFieldId()];
  const aiConfig = {
    modelKey,
    type: "customization",
    prompt: "What is there?",
    attachmentFieldIds: [images],
  };
  const { status, body } = await call(createTable, {
    as: owner,
    params: { baseId },
    body: {
      fields: [
        { type: "singleLineText", name: "Filled", id: target, aiConfig },
        { type: "attachment", name: "Files", id: images },
      ],
      records: [{ fields: { Files: made.map(({ item }) => item) } }],
    },
  });
  expect(status).toBe(201);
  const params = { tableId: body.id, fieldId: target };
  const fill = async () => {
    const started = await call(autoFillField, { as: owner, params, body: {} });
    return (await runToEnd(started.body.jobId, baseId)).at(-1);
  };
  return { tokens: made.map(({ token }) => token), fill };
}

test.each([
  ["v", 4],
  ["m", 0],
])("the model %s gets %i images of five, and the names of all", async (modelKey, images) => {
  const server = await aModelServer(() => "x");
  const text = { name: "six.txt", bytes: "not sent", type: "text/plain" };
  const made = await aTableOf(modelKey, [
    ...["1", "2", "3", "4", "5"].map((name) => ({ ...png, name })),
    text,
  ]);
  expect(await made.fill()).toMatchObject({ state: "done", counts: { filled: 1 } });
  expect(server.asked).toMatchObject([{ images, data: '{"Files":"1, 2, 3, 4, 5, six.txt"}' }]);
  for (const token of made.tokens) expect(JSON.stringify(server.asked)).not.toContain(token);
});

test("a file that is not there is left out", async () => {
  const server = await aModelServer(() => "x");
  const made = await aTableOf("v", [
    { ...png, name: "here" },
    { ...png, name: "gone" },
  ]);
  await remove(publicPart(made.tokens[1] as FileToken));
  expect(await made.fill()).toMatchObject({ state: "done", counts: { filled: 1 } });
  expect(server.asked).toMatchObject([{ images: 1 }]);
});
