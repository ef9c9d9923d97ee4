/* Arguments that several tools have. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";

const name = z.string().min(1).max(limits.nameLength);

/** The base and the table that a tool is about. */
export const inTable = {
  base: name.optional().meta({ description: "Id or name. Only needed where table is a name." }),
  table: name.meta({ description: "Id or name." }),
};

export const inBase = { base: name.meta({ description: "Id or name." }) };

/** A record of the table. */
export const record = z.string().max(100).meta({ description: "Id of the record." });

/** Names the call, so that a repeated one is done once. */
export const writeKey = z
  .string()
  .min(1)
  .max(limits.idempotencyKeyLength)
  .optional()
  .meta({ description: "A new text for each write. The same call with it again is done once." });

export const cursor = z
  .string()
  .max(limits.cursorLength)
  .optional()
  .meta({ description: "The cursor of the answer before." });

/** Names of fields, or their ids. */
export const fieldNames = z.array(z.string().max(limits.nameLength)).max(limits.fieldsPerTable);

/** As text in TQL, or as JSON. */
export const filter = z
  .union([z.string().max(20_000), z.looseObject({})], "must be text, or an object")
  .optional()
  .meta({
    description:
      "Text such as {Status} = 'open' AND {Count} > 5. Also !=, >=, <, <=, LIKE '%x%', IN ('a', 'b'), HAS, IS NULL, IS NOT NULL, NOT, OR, ().",
  });

/** The filter as the endpoints take it. */
export const bodyOfFilter = (sent: z.output<typeof filter>) =>
  typeof sent === "string" ? { filterByTql: sent } : { filter: sent };

/** The arguments that endpoints have under another name. */
export const pathsOfList = {
  filterByTql: "filter",
  orderBy: "sort",
  projection: "fields",
  take: "limit",
  viewId: "view",
};

/** How many records one call writes. */
export const recordsPerTool = 200;

export const cells = anyObject("must be an object").meta({
  // said here, because the bundler leaves out what lib/schemas says of a schema (lib/stack/bundles/leave-out-descriptions.ts)
  ...{ type: "object", additionalProperties: true },
  description:
    "Field name → value; null empties a cell. Read as people write: dates, numbers, names of choices.",
});

/** Records that have no id yet. */
export const recordsToCreate = z
  .array(z.strictObject({ fields: cells }))
  .min(1)
  .max(recordsPerTool);

/** How cells are read. */
export const reading = {
  typecast: z.boolean().default(true).meta({
    description: "Read values as people write them, and add unknown choices.",
  }),
  createLinked: z.boolean().optional().meta({
    description: "Make linked records whose titles do not exist yet.",
  }),
};
