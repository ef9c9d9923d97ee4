/* A service as its clients see it, a space in it, and a client that writes into the space. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

export interface Service {
  url: string;
  token: string;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  body: any;
  headers: Headers;
}

/** Sends a request; gives what is answered. */
export async function send(
  { url, token }: Service,
  method: string,
  at: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(url + at, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** The body of a success; throws for anything else. */
export async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs in with a password, and makes a token. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<Service> {
  const anyone = { url, token: "" };
  const { headers, body, status } = await send(anyone, "POST", "/auth/signin", person);
  assert.equal(status, 200, JSON.stringify(body));
  const cookie = (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const session = { cookie, "x-window-id": "w", origin: url };
  const { accessToken } = await done(send(anyone, "GET", "/auth/temp-token", undefined, session));
  return { url, token: accessToken };
}

const bytes = "hello, other cell";
const records = 30;

/** Makes a space with a table, a file, a comment, history and trash. */
export async function makeSpace(service: Service, name: string) {
  const post = (at: string, body: object) => done(send(service, "POST", at, body));
  const { id: spaceId } = await post("/space", { name });
  const { id: baseId } = await post("/base", { spaceId, name: "Moved" });
  const table = await post(`/base/${baseId}/table/`, {
    name: "Things",
    fields: [
      { name: "Name", type: "singleLineText" },
      { name: "File", type: "attachment" },
    ],
    records: Array.from({ length: records }, (_, i) => ({ fields: { Name: `${name} ${i}` } })),
  });
  const [nameField, fileField] = table.fields.map(({ id }: { id: string }) => id);
  const [first, second] = table.records.map(({ id }: { id: string }) => id);
  const path = `/table/${table.id}`;
  const form = new FormData();
  form.append("file", new Blob([bytes], { type: "text/plain" }), "hello.txt");
  await done(send(service, "POST", `${path}/record/${first}/${fileField}/uploadAttachment`, form));
  await done(
    send(service, "PATCH", `${path}/record/${first}`, {
      ...{ fieldKeyType: "id", record: { fields: { [nameField]: `${name} first` } } },
    }),
  );
  await post(`/comment/${table.id}/${first}/create`, {
    content: [{ type: "p", children: [{ type: "span", value: "before the move" }] }],
  });
  await done(send(service, "DELETE", `${path}/record/${second}`));
  return { spaceId, baseId, tableId: table.id as string, path, first, second, nameField, fileField };
}

export type Space = Awaited<ReturnType<typeof makeSpace>>;

/** Writes records until the space has moved; gives the names of those that were acknowledged, by their ids. */
export async function writeUntilMoved(service: Service, { path, nameField }: Space, name: string) {
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  const until = Date.now() + 10 * 60_000;
  for (let i = 0; ; i++) {
    assert.ok(Date.now() < until, "the space does not move");
    const written = { fields: { [nameField]: `${name} ${i}` } };
    const made = await send(service, "POST", `${path}/record`, { fieldKeyType: "id", records: [written] });
    statuses.add(made.status);
    if (made.status === 410) return { acknowledged, statuses, movedTo: made.body.data.movedTo as string };
    if (made.status === 201) acknowledged.set(made.body.records[0].id, `${name} ${i}`);
    // slower than a copy into a stack: what is written faster is copied for minutes at the end
    await pause(made.status === 201 ? 20 : 200);
  }
}

/** Checks that the service has the whole space: each record once, the file, the comment, history and trash. */
export async function assertWhole(
  service: Service,
  { path, tableId, first, second, nameField, fileField }: Space,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  const get = (at: string) => done(send(service, "GET", at));
  const names = new Map<string, string>();
  for (let skip = 0; ; skip += 1000) {
    const { records: page } = await get(`${path}/record?take=1000&skip=${skip}&fieldKeyType=id`);
    for (const { id, fields } of page) names.set(id, fields[nameField]);
    if (page.length < 1000) break;
  }
  const lost = [...acknowledged].filter(([id, name]) => names.get(id) !== name);
  assert.deepEqual(lost, [], "records are lost");
  assert.equal(names.size, new Set(names.values()).size, "records are there twice");
  assert.equal(names.size, acknowledged.size + records - 1);
  const { fields } = await get(`${path}/record/${first}?fieldKeyType=id`);
  const [file] = fields[fileField];
  const read = await fetch(new URL(file.presignedUrl, service.url));
  assert.equal(await read.text(), bytes);
  assert.equal((await get(`/comment/${tableId}/${first}/list`)).comments.length, 1);
  assert.ok((await get(`${path}/record/${first}/history`)).historyList.length > 0, "the history is lost");
  const { trashItems } = await get(`/trash/items?tableId=${tableId}`);
  assert.ok(JSON.stringify(trashItems).includes(second), "the trash is lost");
}
