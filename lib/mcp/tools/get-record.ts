import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown, cuts, cutTexts, fits } from "#lib/mcp/fit-answer";
import { defineTool } from "#lib/mcp/tool";
import { limits } from "#lib/schemas/basics/limits";
import { Record } from "#lib/schemas/records/record";
import { fieldNames, inTable, pathsOfList, record } from "./arguments.ts";
import { findTableId } from "./places.ts";

export const getRecordTool = defineTool(
  {
    name: "get_record",
    title: "Get a record",
    description:
      "One record with all of its cells as values; expand also shows the records that link fields name.",
    does: "read",
    scopes: [["record|read"]],
    paths: pathsOfList,
  },
  z.strictObject({
    ...inTable,
    record,
    fields: fieldNames.optional().meta({ description: "Only these." }),
    expand: z
      .array(z.string().max(255))
      .max(limits.fieldsExpanded)
      .optional()
      .meta({ description: "Link fields." }),
  }),
  async ({ record, fields, expand, ...place }, call) => {
    const params = { ...(await findTableId(place, call)), recordId: record };
    const { handler } = await import("#functions/record/get-record");
    const query = {
      ...(fields && { "projection[]": fields }),
      ...(expand && {
        expand: JSON.stringify(Object.fromEntries(expand.map((each) => [each, { take: 10 }]))),
      }),
    };
    const { permissions: _, ...shown } = await callEndpoint(handler, Record, { params, query }, call);
    return cutRecord(shown);
  },
);

type Shown = Omit<z.output<typeof Record>, "permissions">;

/** The record with its texts as long as they fit; or else with its first cells. */
function cutRecord({ fields, expanded, ...head }: Shown): object {
  const whole = { ...head, fields, ...(expanded && { expanded }) };
  if (fits(whole)) return whole;
  for (const most of cuts) {
    const shorter = cutTexts(whole, most);
    const note = `Texts have at most ${most} characters here: name one in \`fields\` to see it whole.`;
    const answer = { record: shorter, note };
    if (fits(answer)) return answer;
  }
  const note = "Only some cells: name those that you need in `fields`.";
  const cells = Object.entries(fields).map(([name, cell]) => [name, cutTexts(cell, 100)]);
  const short = cutTexts(head, 100);
  const count = countShown(cells, { record: short, note });
  return { record: { ...head, name: "", fields: Object.fromEntries(cells.slice(0, count)) }, note };
}
