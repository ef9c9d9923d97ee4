import { describe, expect, test } from "vitest";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { isFlip, settleAll } from "#test/support/events/commits";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];
const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ Name: `n${from + i}`, No: from + i }));
const pathOf = (i: number) => `records[${i}].fields.Name`;

describe("a thousand records in one call", () => {
  test("201: all of them, in the order they were sent in, with their unique values; read back they are the same", async () => {
    const sheet = await aSheet({ fields });
    const { status, body } = await sheet.create(records(0, 1000));
    expect(status).toBe(201);
    expect(body.records.map(({ fields }: Answered) => fields)).toEqual(records(0, 1000));
    expect(body.records.map(({ autoNumber }: Answered) => autoNumber)).toEqual(
      Array.from({ length: 1000 }, (_, i) => i + 1),
    );
    expect((await sheet.walk(300)).records).toEqual(body.records);
    expect(await sheet.count()).toBe(1000);
    const { id } = body.records[500];
    expect((await sheet.update(id, { Name: "other" })).status).toBe(200);
    expect((await sheet.create([{ Name: "n500" }, { Name: "more" }])).status).toBe(201);
    expect((await sheet.remove(body.records[501].id)).status).toBe(200);
    expect(await sheet.count()).toBe(1001);
  });

  test("400: every value that others have is named, wherever it stands; nothing is written", async () => {
    const sheet = await aSheet({ fields });
    expect((await sheet.create(records(0, 60))).status).toBe(201);
    const twice = [...records(100, 400), { Name: "n7" }, ...records(400, 700), { Name: "n59" }];
    const answer = await sheet.create(twice);
    expect(refusal(answer)).toEqual({ status: 400, paths: [pathOf(300), pathOf(601)] });
    expect(await sheet.count()).toBe(60);
    expect((await sheet.create(records(100, 400))).status).toBe(201);
  });

  test("of many batches with one value in common, sent at once, one is made as a whole, the others not at all", async () => {
    const sheet = await aSheet({ fields });
    const batches = Array.from({ length: 5 }, (_, i) => [
      ...records(1000 * i, 1000 * i + 70),
      { Name: "one" },
    ]);
    const answers = await Promise.all(batches.map((batch) => sheet.create(batch)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(refusal(answer).paths).toEqual([pathOf(70)]);
    expect(await sheet.count()).toBe(71);
  });

  test("until it is decided nobody sees any of them: not in lists, not one by one, not counted", async () => {
    const sheet = await aSheet({ fields });
    await sheet.create(records(0, 30));
    const seen: unknown[] = [];
    const sent = await disturbed(
      async (call) => {
        if (!isFlip(call) || seen.length > 0) return undefined;
        seen.push("looking");
        seen.push(await sheet.count(), (await sheet.walk(10)).records.length);
        seen.push((await sheet.list({ take: "40" })).body.nextCursor);
        return undefined;
      },
      async () => expect((await sheet.create(records(100, 400))).status).toBe(201),
    );
    expect(sent.filter(isFlip)).toHaveLength(1);
    expect(seen).toEqual(["looking", 30, 30, null]);
    expect(await sheet.count()).toBe(330);
    await settleAll();
    expect((await sheet.walk(10)).records).toHaveLength(330);
  });
});
