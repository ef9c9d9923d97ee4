/* The dependency graph of a base in answers. */
import * as z from "zod";
import { FieldId, TableId } from "#lib/schemas/basics/ids";

export const dependencyKinds = ["formula", "lookup", "rollup", "link", "filter", "title"] as const;

export const Graph = z
  .object({
    tables: z
      .array(z.object({ id: TableId, name: z.string() }))
      .meta({ description: "The tables of the base, in its order." }),
    nodes: z
      .array(
        z.object({
          id: FieldId,
          tableId: TableId,
          name: z.string(),
          type: z.string(),
          isLookup: z.literal(true).optional(),
          hasError: z.literal(true).optional().meta({ description: "What it is computed from is gone." }),
        }),
      )
      .meta({ description: "All fields of the base." }),
    edges: z
      .array(
        z.object({
          from: FieldId.optional().meta({
            description: "The field that is read. Absent if it is in another base, or gone.",
          }),
          to: FieldId.meta({ description: "The field that is computed, or shows titles, from it." }),
          kind: z.enum(dependencyKinds).meta({
            description:
              "`formula`: its expression uses the field. `lookup`, `rollup`: it looks the field up. `link`: it looks up through this link field. `filter`: the field decides which records are looked up. `title`: a link field shows it as the title of linked records.",
          }),
        }),
      )
      .meta({ description: "What is read to compute what." }),
    reached: z.array(FieldId).optional().meta({
      description:
        "With `fieldId`: the fields that a change of that field reaches, each after all that it depends on.",
    }),
  })
  .meta({ id: "Graph" });
export type Graph = z.infer<typeof Graph>;
