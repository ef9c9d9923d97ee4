/* Records with an attachment field, and files for it. */
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { call } from "#test/support/requests/call";
import { aSheet, field } from "./records.ts";

const fields = [field("Name", "singleLineText"), field("Files", "attachment")];

/** The answer is by id unless the request says otherwise. */
const byName = { fieldKeyType: "name" };

export async function aRecord() {
  const sheet = await aSheet({ fields });
  const [record] = (await sheet.create([{ Name: "a" }])).body.records;
  const [name, files] = sheet.table.fields as { id: string }[];
  const params = { ...sheet.params, recordId: record.id as string, attachmentFieldId: files?.id ?? "" };
  const upload = (body: unknown, headers: Record<string, string> = {}, to: object = {}) =>
    call(uploadAttachment, { as: sheet.owner, params: { ...params, ...to }, query: byName, body, headers });
  return { ...sheet, params, upload, nameId: name?.id ?? "", read: () => sheet.get(params.recordId) };
}
