/* Records with a field of attachments, and files that are put into it. */
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { call } from "#test/support/requests/call";
import { aSheet, field } from "./records.ts";

const fields = [field("Name", "singleLineText"), field("Files", "attachment")];

export async function aRecord() {
  const sheet = await aSheet({ fields });
  const [record] = (await sheet.create([{ Name: "a" }])).body.records;
  const [name, files] = sheet.table.fields as { id: string }[];
  const params = { ...sheet.params, recordId: record.id as string, attachmentFieldId: files?.id ?? "" };
  const upload = (body: unknown, headers: Record<string, string> = {}, to: object = {}) =>
    call(uploadAttachment, { as: sheet.owner, params: { ...params, ...to }, body, headers });
  return { ...sheet, params, upload, nameId: name?.id ?? "", read: () => sheet.get(params.recordId) };
}

/** Bytes and content type of a form, as a client sends it. */
export async function asForm(parts: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return [Buffer.from(await sent.arrayBuffer()), { "content-type": type }] as const;
}
