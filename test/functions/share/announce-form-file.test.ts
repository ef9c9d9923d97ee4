/* Files that a stranger adds to a form: announced for it and named in the answers, or sent with them by its page. */
import { expect, test } from "vitest";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as announceFormFile } from "#functions/share/announce-form-file";
import { handler as submitSharePage } from "#functions/share/submit-share-page";
import { handler as disableShare } from "#functions/view/disable-share";
import { takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { type FileItem, fileKey } from "#lib/data/records/attachments";
import { limits } from "#lib/schemas/basics/limits";
import type { FileToken } from "#lib/schemas/records/attachment";
import { getItem } from "#lib/store/store";
import { aFile, atAddress, pixel } from "#test/support/makers/files";
import { aSession, someone } from "#test/support/makers/makers";
import { asForm, type Parts } from "#test/support/requests/as-form";
import { type Asking, call, fromOurPage } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aShare, cookieIn } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "attachment", name: "Photos" },
  { type: "attachment", name: "Inside" },
];

async function aForm(meta: object = {}, { required = false } = {}) {
  const form = await aShare({
    fields,
    view: (idOf) => ({
      type: "form",
      columnMeta: {
        [idOf("Name")]: { order: 0, visible: true },
        [idOf("Photos")]: { order: 1, visible: true, ...(required && { required }) },
        [idOf("Inside")]: { order: 2, visible: false },
      },
    }),
    shareMeta: { submit: { allow: true }, ...meta },
  });
  const said = { fieldId: form.idOf("Photos"), contentType: "image/png", contentLength: pixel.length };
  const announce = (more: object = {}, asking: Asking = {}) =>
    form.ask(announceFormFile, { body: { ...said, ...more }, ...asking });
  /** Announces a picture and sends its bytes; gives what a cell names it by. */
  async function send(asking: Asking = {}) {
    const { status, body } = await announce({}, asking);
    expect(status).toBe(201);
    const { url, uploadMethod: method, requestHeaders: headers, token } = body;
    expect((await atAddress(url, { method, headers, body: pixel })).status).toBe(200);
    return { name: "me.png", token: token as string };
  }
  const photos = async () =>
    (await form.list()).body.records.map((record: { fields: { Photos?: object[] } }) => record.fields.Photos);
  /** As a browser sends a page with files. */
  async function fillIn(parts: Parts, asking: Asking = {}) {
    const named = Object.entries(parts).map(([name, part]) => [
      name === "once" ? name : form.idOf(name),
      part,
    ]);
    const [body, headers] = await asForm(Object.fromEntries(named));
    return call(submitSharePage, {
      ...{ params: { shareId: form.shareId }, body, headers: { ...fromOurPage(), ...headers } },
      ...asking,
    });
  }
  return { ...form, announce, send, photos, fillIn };
}

const form = await aForm();

test("201: a stranger's picture is in the record, and its token in no answer", async () => {
  const item = await form.send();
  const answer = await form.submit({ Name: "Ada", Photos: [item] });
  expect(answer.status).toBe(201);
  expect(JSON.stringify(answer.body)).not.toContain(item.token);
  const [{ width, height, name, size, token }] = (await form.photos()).at(-1);
  expect({ width, height, name, size, token }).toEqual({
    ...{ width: 1, height: 1, name: "me.png", size: pixel.length, token: item.token },
  });
  // members of the base read it now
  const read = await call(getAttachment, { as: form.owner, params: { token: item.token } });
  expect(read.status).toBe(302);
  // a record has it already: no other answer takes it
  const again = await form.submit({ Name: "Eve", Photos: [item] });
  expect(refusal(again)).toEqual({ status: 400, paths: ["fields.Photos[0]"] });
});

test("an upload that no answer names ends after a day", async () => {
  const { token } = await form.send();
  const file = await getItem<FileItem>(fileKey(token as FileToken));
  const hours = ((file?.expiresAt ?? 0) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24.1);
});

test("400, 403: only for a field with files that the form shows", async () => {
  const refused = async (more: object) => {
    const { status, body } = await form.announce(more);
    return { status, code: body.code };
  };
  expect(await refused({ fieldId: form.idOf("Name") })).toEqual({ status: 400, code: "validation_error" });
  for (const fieldId of [form.idOf("Inside"), "fld4mSa1Cw6nZ8tQ0Yh"])
    expect(await refused({ fieldId })).toEqual({ status: 403, code: "restricted_resource" });
  // a hidden field that is shared is open, but the form does not ask for it
  const open = await aForm({ includeHiddenField: true });
  expect((await open.announce({ fieldId: open.idOf("Inside") })).status).toBe(403);
  const item = await open.send();
  expect(refusal(await open.submit({ Inside: [item] })).status).not.toBe(201);
});

test("400: too large, no type, no length, unknown members", async () => {
  const paths = async (more: object) => refusal(await form.announce(more));
  const at = (path: string) => ({ status: 400, paths: [path] });
  expect(await paths({ contentLength: limits.formFileBytes + 1 })).toEqual(at("contentLength"));
  expect(await paths({ contentLength: -1 })).toEqual(at("contentLength"));
  expect(await paths({ contentType: "png" })).toEqual(at("contentType"));
  expect(await paths({ contentType: "image/png\r\nx: y" })).toEqual(at("contentType"));
  expect((await form.announce({ contentLength: limits.formFileBytes })).status).toBe(201);
});

test("other bytes than announced are refused by the address, and bytes that never came by the form", async () => {
  const { body } = await form.announce();
  const { url, uploadMethod: method, requestHeaders: headers, token } = body;
  const more = { ...headers, "Content-Length": String(2 * pixel.length) };
  const longer = await atAddress(url, { method, headers: more, body: Buffer.concat([pixel, pixel]) });
  expect(longer.status).toBeGreaterThanOrEqual(400);
  const html = { ...headers, "Content-Type": "text/html" };
  expect((await atAddress(url, { method, headers: html, body: pixel })).status).toBeGreaterThanOrEqual(400);
  const before = await form.count();
  const refused = await form.submit({ Name: "Ada", Photos: [{ name: "a.png", token }] });
  expect(refusal(refused)).toEqual({ status: 400, paths: ["fields.Photos"] });
  expect(await form.count()).toBe(before);
});

test("400: files of other forms, of members, by their public parts, and the same one twice", async () => {
  const [other, before] = [await aForm(), await form.count()];
  const [own, foreign] = [await form.send(), await other.send()];
  const ofMember = (await aFile(form.owner)).item;
  const guessed = { name: "a.png", token: `${own.token.slice(0, 10)}${"x".repeat(14)}` };
  for (const item of [foreign, ofMember, guessed])
    expect(refusal(await form.submit({ Photos: [item] }))).toEqual({
      ...{ status: 400, paths: ["fields.Photos[0]"] },
    });
  const byId = await form.submit({ Photos: `act${own.token.slice(0, 10)}abcdef` }, { typecast: true });
  expect(refusal(byId)).toEqual({ status: 400, paths: ["fields.Photos"] });
  expect(refusal(await form.submit({ Photos: [own, own] })).status).toBe(400);
  const many = Array.from({ length: limits.formFiles + 1 }, () => own);
  expect(refusal(await form.submit({ Photos: many })).status).toBe(400);
  expect(await form.count()).toBe(before);
  // nor can a member, or another form's owner, put it into a record
  const { owner, tableId } = other;
  const stolen = await call(createRecords, {
    ...{ as: owner, params: { tableId }, body: { records: [{ fields: { Photos: [own] } }] } },
  });
  expect(stolen.status).toBe(400);
  expect((await form.submit({ Photos: [own] })).status).toBe(201);
});

test("401, 403, 404: a password, signing in, a form that is closed, a share that has ended", async () => {
  const locked = await aForm({ password: "open sesame 7" });
  expect((await locked.announce()).body.code).toBe("unauthorized_share");
  const entered = cookieIn(await locked.enter("open sesame 7"));
  const item = await locked.send(entered);
  expect((await locked.submit({ Photos: [item] })).status).toBe(401);
  expect((await locked.submit({ Photos: [item] }, {}, entered)).status).toBe(201);

  const personal = await aForm({ submit: { allow: true, requireLogin: true } });
  expect((await personal.announce()).status).toBe(401);
  const [me, you] = await Promise.all(
    [await someone(), await someone()].map(({ userId }) => aSession(userId)),
  );
  const asMe = { signedIn: me, headers: fromOurPage() } as Asking;
  const mine = await personal.send(asMe);
  expect((await personal.submit({ Photos: [mine] }, {}, { signedIn: you } as Asking)).status).toBe(400);
  expect((await personal.submit({ Photos: [mine] }, {}, { signedIn: me } as Asking)).status).toBe(201);

  expect((await (await aForm({ submit: { allow: false } })).announce()).status).toBe(403);
  const ended = await aForm();
  const left = await ended.send();
  await call(disableShare, { ...ended.ofView, body: {} });
  expect((await ended.announce()).status).toBe(404);
  expect((await ended.submit({ Photos: [left] })).status).toBe(404);
});

test("429: more than 50 at once", async () => {
  const busy = await aForm();
  const book = () => takeCall(hash(`files ${busy.shareId}`), { rate: 1 / 5, burst: 50 }, Date.now() + 9000);
  for (let i = 0; i < 50; i++) await book();
  const { status, headers } = await busy.announce();
  expect({ status, waits: Number(headers["retry-after"]) > 0 }).toEqual({ status: 429, waits: true });
});

test("the page sends files with its answers, once", async () => {
  const paged = await aForm();
  const html = String((await paged.page()).body);
  expect(html).toContain('enctype="multipart/form-data"');
  expect(html).toMatch(/<input type="file" multiple id="fld\w+"/);
  const png = new File([pixel], "C:\\fake\\me.png", { type: "image/png" });
  const answers = { Name: "Ada", Photos: png, once: "x".repeat(22) };
  const twins = await Promise.all([paged.fillIn(answers), paged.fillIn(answers)]);
  expect([...twins, await paged.fillIn(answers)].map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await paged.photos()).toEqual([[expect.objectContaining({ name: "me.png", width: 1 })]]);
  // another file is another answer, and an input without one sends one without a name
  await paged.fillIn({ ...answers, Photos: new File(["x"], "b.txt") });
  await paged.fillIn({ Name: "Bob", Photos: new File([], "") });
  const [, second, third] = await paged.photos();
  expect(second).toEqual([expect.objectContaining({ name: "b.txt", mimetype: "application/octet-stream" })]);
  expect(third).toBeUndefined();
});

test("a page whose answers are refused keeps what was typed and sent before; a file that is required is missed", async () => {
  const strict = await aForm({}, { required: true });
  const refused = await strict.fillIn({ Name: "Ada & co", Photos: new File([], "") });
  expect(refused.status).toBe(400);
  expect(String(refused.body)).toContain("Ada &amp; co");
  expect(String(refused.body)).toContain("must not be empty");
  const { name, token } = await strict.send();
  const typed = `${name} (${token})`;
  const stale = `${name} (${"Z".repeat(24)})`;
  const unknown = await strict.fillIn({ Name: "Ada", Photos: stale });
  expect(unknown.status).toBe(400);
  expect(String(unknown.body)).toContain("<span>me.png</span>");
  expect((await strict.fillIn({ Name: "Ada", Photos: typed })).status).toBe(302);
  expect(await strict.photos()).toEqual([[expect.objectContaining({ name: "me.png" })]]);
});

test("files that were sent before are named beside the input for files, which is empty or has another one", async () => {
  const paged = await aForm();
  const typed = async () => {
    const { name, token } = await paged.send();
    return `${name} (${token})`;
  };
  // as a browser sends it: an input without a file sends one without a name
  const empty = new File([], "");
  await paged.fillIn({ Name: "Ada", Photos: [await typed(), empty] });
  await paged.fillIn({ Name: "Bob", Photos: [await typed(), await typed(), empty] });
  await paged.fillIn({ Name: "Cleo", Photos: [await typed(), new File(["x"], "b.txt")] });
  const names = (await paged.photos()).map((files: { name: string }[]) => files.map(({ name }) => name));
  expect(names).toEqual([["me.png"], ["me.png", "me.png"], ["me.png", "b.txt"]]);
});
