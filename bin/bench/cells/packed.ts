/*
 * Records of twelve short cells, packed, beside the same records as readers see them: their bytes as DynamoDB counts them, and the time from
 * the text of an answer to records. The SDK's own functions decode both; packed ones are unpacked after it.
 */
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { buildRecord } from "#lib/data/records/records";
import { parseColumns } from "#lib/data/schema/columns";
import { sizeOfItem } from "#lib/local/embedded/values/size";
import { newFieldId, newTableId, newUserId } from "#lib/schemas/basics/ids";
import { packRecord, parsePacked, unpackCells, unpackMembers } from "#lib/schemas/records/packed-record";
import { type Measured, median, ms, time } from "../budget.ts";
import { twelveCellsOf, twelveFields } from "../records.ts";

const count = 1000;
const rounds = 40;
const most = { bytes: 0.62, time: 0.6 };

export async function packedRecords(): Promise<Measured[]> {
  const ids = twelveFields.map(() => newFieldId());
  const columns = parseColumns(ids.map((id) => id.slice(3)).join(","));
  const [tableId, me, now] = [newTableId(), newUserId(), "2026-11-28T18:00:00.000Z"];
  const records = Array.from({ length: count }, (_, i) => {
    const named = Object.entries(twelveCellsOf(i));
    const cells = named.flatMap(([, cell], at) => (cell === undefined ? [] : [[ids[at], cell]]));
    return buildRecord(tableId, i + 1, Object.fromEntries(cells), me, now);
  });
  const packed = records.map(({ pk, sk, entity, version, ...rest }) => {
    const { text, long } = packRecord(rest, columns);
    return { ...{ pk, sk, entity, version }, cells: text, ...long };
  });
  const size = (items: object[]) => items.reduce((sum, item) => sum + sizeOfItem(item as never), 0) / count;
  const textOf = (items: object[]) => JSON.stringify(items.map((item) => marshall(item)));
  const texts = { plain: textOf(records), packed: textOf(packed) };
  const decode = (text: string) =>
    (JSON.parse(text) as Parameters<typeof unmarshall>[0][]).map((item) => unmarshall(item));
  const unpackAll = () =>
    decode(texts.packed).map(({ cells, ...item }) => {
      const list = parsePacked(cells);
      return { ...item, ...unpackMembers(list), cells: unpackCells(list, columns, item) };
    });
  const took: { plain: number[]; packed: number[] } = { plain: [], packed: [] };
  for (let round = 0; round < rounds; round++) {
    took.plain.push(await time(async () => decode(texts.plain)));
    took.packed.push(await time(async () => unpackAll()));
  }
  const [bytes, former] = [size(packed), size(records)];
  const [ours, bare] = [median(took.packed), median(took.plain)];
  return [
    {
      line: `an item of twelve cells: ${bytes.toFixed(0)} bytes, ${(bytes / former).toFixed(2)} × ${former.toFixed(0)} without packing (≤ ${most.bytes})`,
      holds: bytes <= most.bytes * former,
    },
    {
      line: `${count} items, from the text of an answer to records: ${ms(ours)}, ${(ours / bare).toFixed(2)} × ${ms(bare)} of the bare SDK with items that are not packed (≤ ${most.time})`,
      holds: ours <= most.time * bare,
    },
  ];
}
