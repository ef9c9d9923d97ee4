/* A record with a button in it, and its owner's fingers. */
import { handler as clickButton } from "#functions/record/click-button";
import { handler as resetButton } from "#functions/record/reset-button";
import { type Asking, call } from "#test/support/requests/call";
import { aSheet, field } from "./records.ts";

const endpoints = { click: clickButton, reset: resetButton };

/** The field is named Go; the record's own name is a. */
export async function aButton(options: object = {}, others: object[] = []) {
  const fields = [
    field("Name", "singleLineText"),
    field("Go", "button", { options: { label: "Go!", color: "red", ...options } }),
    ...others,
  ];
  const sheet = await aSheet({ fields });
  const id = (await sheet.create([{ Name: "a" }])).body.records[0].id as string;
  const fieldId = sheet.table.fields[1].id as string;
  const press = (
    kind: keyof typeof endpoints,
    other: { fieldId?: string } = {},
    headers: Asking["headers"] = {},
  ) =>
    call(endpoints[kind], {
      as: sheet.owner,
      params: { ...sheet.params, recordId: id, fieldId, ...other },
      headers,
    });
  return { ...sheet, id, fieldId, press, click: () => press("click"), reset: () => press("reset") };
}
