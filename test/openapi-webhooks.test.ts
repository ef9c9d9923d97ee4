/* The `webhooks` of the OpenAPI document are what `npm start` really sends: each type of event is caused, received, and read by its schema. */
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";
import { aReceiver, isSignedWith } from "#test/support/makers/webhooks";
import { readerOf } from "#test/support/openapi/reader-of";
import { startServer } from "#test/support/requests/server";

const document = openapiDocument(await readRegistry());
const { webhooks } = document;
const bodyOf = (type: string) => webhooks[type]?.post.requestBody?.content["application/json"];

test("each type of event that a webhook can have is in the document, and the test event", () => {
  const { enum: types = [] } = document.components.schemas["EventType"] ?? {};
  expect(Object.keys(webhooks)).toEqual([...types, "webhook.test"]);
});

test.each(Object.keys(webhooks))("%s: the example is valid", (type) => {
  const { schema, example } = bodyOf(type) ?? {};
  expect(readerOf(schema, document).safeParse(example).error).toBeUndefined();
});

test("what is sent has exactly the members and headers that the document says", async () => {
  const receiver = await aReceiver();
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  onTestFinished(async () => {
    await server.stop("SIGTERM");
    remove();
  });
  const { url, token, baseId } = server.dev;
  const api = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    const text = await answer.text();
    return text ? JSON.parse(text) : undefined;
  };
  const types = Object.keys(webhooks).filter((type) => type !== "webhook.test");
  const webhook = await api("POST", `/base/${baseId}/webhook`, {
    url: receiver.url,
    events: types,
    include: ["previous"],
  });
  await api("POST", `/base/${baseId}/webhook/${webhook.id}/test`);

  const { id: tableId } = await api("POST", `/base/${baseId}/table`, { name: "Seen", records: [] });
  const table = `/table/${tableId}`;
  const field = await api("POST", `${table}/field`, { type: "number", name: "Size" });
  await api("PATCH", `${table}/field/${field.id}`, { name: "Width" });
  const view = await api("POST", `${table}/view`, { type: "grid", name: "Wide" });
  await api("PUT", `${table}/view/${view.id}/name`, { name: "Narrow" });
  const { records } = await api("POST", `${table}/record`, { records: [{ fields: { Width: 3 } }] });
  const [{ id: recordId }] = records;
  await api("PATCH", `${table}/record/${recordId}`, { record: { fields: { Width: 4 } } });
  const content = [{ type: "p", children: [{ type: "span", value: "Look" }] }];
  const comment = await api("POST", `/comment/${tableId}/${recordId}/create`, { content });
  const at = `/comment/${tableId}/${recordId}/${comment.id}`;
  await api("PATCH", at, { content: [...content, ...content] });

  // events are sent with what is there then, so nothing is deleted before the others came
  const seen = () => new Set<string>(receiver.events().map(({ type }) => type));
  const isDeletion = (type: string) => type.endsWith(".deleted");
  const before = ["webhook.test", ...types.filter((type) => !isDeletion(type))];
  await expect.poll(() => before.filter((type) => !seen().has(type)), { timeout: 90_000 }).toEqual([]);
  await api("DELETE", at);
  await api("DELETE", `${table}/record/${recordId}`);
  await api("DELETE", `${table}/view/${view.id}`);
  await api("DELETE", `${table}/field/${field.id}`);
  await expect.poll(() => types.filter((type) => !seen().has(type)), { timeout: 90_000 }).toEqual([]);

  const members = new Map<string, Set<string>>();
  for (const request of receiver.requests) {
    const body = JSON.parse(request.body);
    const { schema } = bodyOf(body.type) ?? {};
    expect(readerOf(schema, document).safeParse(body).error, request.body).toBeUndefined();
    members.set(body.type, new Set([...(members.get(body.type) ?? []), ...Object.keys(body)]));
    expect(isSignedWith(webhook.secret, request)).toBe(true);
    const { parameters = [], requestBody } = webhooks[body.type]?.post ?? {};
    for (const { name } of parameters) expect(request.headers).toHaveProperty(name);
    expect(Object.keys(requestBody?.content ?? {})).toEqual([request.headers["content-type"]]);
  }
  for (const type of [...types, "webhook.test"]) {
    const [, name = ""] = /([^/]+)$/.exec(bodyOf(type)?.schema?.$ref ?? "") ?? [];
    const documented = Object.keys(document.components.schemas[name]?.properties ?? {});
    // only an edit of another record has it
    const expected = documented.filter((member) => member !== "computed");
    expect([...(members.get(type) ?? [])].toSorted(), type).toEqual(expected.toSorted());
  }
});
