/* Numbers of records while the counter of the table takes no more: a block of them for some calls, and only for a moment. */
import { afterEach, expect, test, vi } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { lastNumber } from "#lib/data/records/record-pages";
import { numbersOf } from "#lib/data/write/record-numbers";
import { newTableId } from "#lib/schemas/basics/ids";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed, type Sent, storeError } from "#test/support/store/faults";

afterEach(() => {
  vi.useRealTimers();
});

const isCounting = ({ command, input }: Sent) =>
  command.startsWith("Update") && (input["Key"] as { sk?: string }).sk === "COUNTER";

/** Runs the work while the counter throttles the first attempt of each call; gives how often numbers were added. */
async function throttled(work: () => Promise<unknown>, name = "ThrottlingException"): Promise<number> {
  let attempts = 0;
  await disturbed((sent) => (isCounting(sent) && ++attempts % 2 === 1 ? storeError(name) : undefined), work);
  return attempts / 2;
}

const take = (tableId: ReturnType<typeof newTableId>, count = 1) => numbersOf(tableId)(count);

test("not throttled: one addition a call, and no number is skipped", async () => {
  const tableId = newTableId();
  const sent = await disturbed(
    () => undefined,
    async () => {
      expect([await take(tableId), await take(tableId, 3), await take(tableId)]).toEqual([1, 2, 5]);
    },
  );
  expect(sent.filter(isCounting)).toHaveLength(3);
  expect(await lastNumber(tableId)).toBe(5);
});

test.each(["ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"])(
  "%s: one addition for sixteen calls; a refusal of another kind, or no answer, takes no more than is needed",
  async (name) => {
    const tableId = newTableId();
    const numbers: number[] = [];
    const added = await throttled(async () => {
      for (let i = 0; i < 40; i++) numbers.push(await take(tableId));
    }, name);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(added).toBe(3);
    expect(await lastNumber(tableId)).toBe(48);
    const other = newTableId();
    await throttled(() => take(other), "InternalServerError");
    expect(await lastNumber(other)).toBe(1);
  },
);

test("a block is used for a second, and not by a call that needs more than its rest", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const tableId = newTableId();
  await throttled(() => take(tableId));
  expect([await take(tableId), await take(tableId, 20), await take(tableId)]).toEqual([2, 17, 37]);
  await throttled(() => take(tableId));
  expect(await take(tableId)).toBe(39);
  vi.setSystemTime(Date.now() + 1001);
  expect([await take(tableId), await take(tableId)]).toEqual([54, 55]);
});

test("a block is small also for calls of many records: numbers that are not used are gone", async () => {
  const [many, most] = [newTableId(), newTableId()];
  await throttled(() => take(many, 100));
  await throttled(() => take(most, 1000));
  expect([await lastNumber(many), await lastNumber(most)]).toEqual([256, 1000]);
});

test("calls at once, in a table whose counter throttles: every record has a number of its own", async () => {
  const { owner: as, tableId } = await aTable();
  const body = { records: [{ fields: { Name: "x" } }] };
  const used = new Set<number>();
  const many = 30;
  let attempts = 0;
  const first = (sent: Sent) =>
    isCounting(sent) && ++attempts <= many ? storeError("ThrottlingException") : undefined;
  await disturbed(first, async () => {
    for (const _ of [1, 2]) {
      const answers = await Promise.all(
        Array.from({ length: many }, () => call(createRecords, { as, params: { tableId }, body })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      const numbers = answers.map((answer) => answer.body.records[0].autoNumber as number);
      expect(numbers.filter((number) => used.has(number))).toEqual([]);
      for (const number of numbers) used.add(number);
    }
  });
  expect(used.size).toBe(2 * many);
});
