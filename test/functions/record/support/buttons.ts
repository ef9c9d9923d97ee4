/* A record with a button, and calls of its owner. */
import { handler as clickButton } from "#functions/record/click-button";
import { handler as resetButton } from "#functions/record/reset-button";
import { type Asking, call } from "#test/support/requests/call";
import { aSheet, field } from "./records.ts";

const endpoints = { click: clickButton, reset: resetButton };

/** The button field is named Go; the name of the record is a. */
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
      query: { fieldKeyType: "name" },
      headers,
    });
  return { ...sheet, id, fieldId, press, click: () => press("click"), reset: () => press("reset") };
}
