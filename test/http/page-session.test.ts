/* A signed-in person on our own page: its scripts call what tokens open, by the session. Who may do what is in test/access-matrix. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { aSession, aTable } from "#test/support/makers/makers";
import { call, fromOurPage } from "#test/support/requests/call";

async function aPage() {
  const { owner, baseId, tableId } = await aTable();
  return { owner, baseId, as: await aSession(owner.userId), params: { tableId } };
}
const body = { records: [{ fields: { Name: "Ada" } }] };

test("it writes and reads, its window undoes, and the answers are kept nowhere", async () => {
  const { as, params, owner } = await aPage();
  const made = await call(createRecords, { as, params, body });
  expect(made).toMatchObject({ status: 201, body: { records: [{ createdBy: owner.userId }] } });
  expect(made.headers["cache-control"]).toContain("no-store");
  const recordId = made.body.records[0].id;
  expect(await call(getRecord, { as, params: { ...params, recordId } })).toMatchObject({ status: 200 });
  expect(await call(undoOperation, { as, params })).toMatchObject({ status: 201 });
  expect((await call(listRecords, { as, params })).body.records).toEqual([]);
});

test("a key is of the person: another session of theirs, sent again, does it once", async () => {
  const { as, params, owner } = await aPage();
  const headers = { "idempotency-key": "one" };
  const first = await call(createRecords, { as, params, body, headers });
  const again = await call(createRecords, { as: await aSession(owner.userId), params, body, headers });
  expect(again.body).toEqual(first.body);
  expect((await call(listRecords, { as, params })).body.records).toHaveLength(1);
});

test("401: without X-Window-Id, and from where the browser says another site; it says what to send", async () => {
  const { as, params, baseId } = await aPage();
  const headers = { ...fromOurPage(), cookie: `auth_session=${as.cookie}` };
  const ask = (more: object) => call(listRecords, { params, headers: { ...headers, ...more } });
  const refusal = (message: string) => ({
    ...{ status: 401, headers: { "www-authenticate": "Bearer" } },
    body: { message, code: "unauthorized" },
  });
  const unnamed = refusal(
    "A session counts only with the header X-Window-Id, any text that names your window: send for example X-Window-Id: window-1, or a token: Authorization: Bearer <token>",
  );
  for (const more of [{}, { "x-window-id": "" }, { "sec-fetch-site": "cross-site" }])
    expect(await ask(more)).toMatchObject(unnamed);
  expect(await call(createRecords, { params, body, headers })).toMatchObject(unnamed);
  for (const site of ["cross-site", "same-site", "none", ""])
    expect(await ask({ "x-window-id": "w", "sec-fetch-site": site })).toMatchObject(
      refusal(
        `A session counts only in calls from pages of this service, and Sec-Fetch-Site is "${site}"; send a token: Authorization: Bearer <token>`,
      ),
    );
  expect((await ask({ "x-window-id": "w", "sec-fetch-site": "same-origin" })).status).toBe(200);
  // no header opens what sessions cannot call, and nothing is said of sessions to those who send none
  expect(await call(createWebhook, { params: { baseId }, body: {}, headers })).toMatchObject(
    refusal("A session cannot call this; send a token: Authorization: Bearer <token>"),
  );
  expect(await call(listRecords, { params, headers: fromOurPage() })).toMatchObject(
    refusal("Send a token: Authorization: Bearer <token>"),
  );
});

test("401: with another credential beside it, which is the one that is meant", async () => {
  const { as, params } = await aPage();
  for (const authorization of ["Basic abc", "Bearer abc", "abc"])
    expect((await call(listRecords, { as, params, headers: { authorization } })).status).toBe(401);
});

test("403: a change from another origin; 401: what makes a secret", async () => {
  const { as, params, baseId } = await aPage();
  const headers = { cookie: `auth_session=${as.cookie}`, "x-window-id": "w", host: fromOurPage().host };
  const asked = { params, body, headers: { ...headers, origin: "https://evil.example" } };
  expect((await call(createRecords, asked)).status).toBe(403);
  expect((await call(createRecords, { params, body, headers })).status).toBe(403);
  expect((await call(listRecords, { as, params })).body.records).toEqual([]);
  const webhook = await call(createWebhook, { as, params: { baseId }, body: {} });
  expect(webhook.status).toBe(401);
});
