/* Three calls create a record with the same unique value at once: one gets it, the two others get a 400. */
import { type Cells, noteNumber, type Page, type Sheet } from "../table.ts";

export function newRacer(number: number, sheet: Sheet) {
  const { wire, tally, path } = sheet;
  const account = new Map<string, Cells>();
  let made = 0;

  async function turn(): Promise<void> {
    const Code = `race ${number}.${made++}`;
    sheet.codes.add(Code);
    const calls = ["a", "b", "c"].map(async (runner) => {
      const fields = { Code, Name: runner };
      const { status, body } = await wire.ask<Page>(
        {
          operation: "race for a unique value",
          method: "POST",
          path: `${path}/record`,
          body: { records: [{ fields }] },
        },
        201,
        400,
      );
      return { status, body, fields };
    });
    const winners = (await Promise.all(calls)).filter(({ status }) => status === 201);
    tally.holds(winners.length === 1, () => `${winners.length} calls got the unique value ${Code}`);
    for (const { body, fields } of winners) {
      for (const record of body.records) {
        noteNumber(sheet, record);
        account.set(record.id, fields);
      }
    }
  }
  return { account, turn };
}
