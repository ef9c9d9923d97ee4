/* Five people in a sheet to be looked at in every way, and queries in short. */
import { handler as createView } from "#functions/view/create-view";
import { call } from "#test/support/requests/call";
import { type Answered, aSheet, field } from "./records.ts";

export const names = (records: Answered[]) => records.map(({ name }) => name);
export const json = (value: unknown) => JSON.stringify(value);
export const where = (fieldId: string, operator: string, value: unknown) =>
  json({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
export const by = (...orders: string[]) =>
  json(
    orders.map((order) => ({
      fieldId: order.replace("-", ""),
      order: order.startsWith("-") ? "desc" : "asc",
    })),
  );

export async function aLookedAtSheet() {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("City", "singleSelect", { options: { choices: ["Rome", "Oslo"].map((name) => ({ name })) } }),
      field("Age", "number"),
      field("Who", "user"),
    ],
  });
  const ids: Record<string, string> = Object.fromEntries(
    sheet.table.fields.map(({ name, id }: { name: string; id: string }) => [name, id]),
  );
  const me = { id: sheet.owner.userId, title: "" };
  await sheet.create([
    { Name: "Ada", City: "Rome", Age: 36, Who: me },
    { Name: "Bob", City: "Oslo", Age: 20 },
    { Name: "Cy", Age: 36 },
    { Name: "Dee", City: "Oslo", Age: 7, Who: me },
    { Name: "Eve", City: "Rome" },
  ]);
  /** A view of the sheet with these members; by their names where they name fields. */
  async function aView(input: object) {
    const named = json(input).replaceAll(/"\$(\w+)"/g, (_, name) => json(ids[name]));
    const { body } = await call(createView, {
      as: sheet.owner,
      params: sheet.params,
      body: JSON.parse(named),
    });
    return body.id as string;
  }
  return { ...sheet, ids, aView };
}
