import * as z from "zod";
import type { FieldType, LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import {
  holdsMany,
  linksIn,
  linksText,
  namedLinks,
  type Relationship,
  readLinks,
  relationships,
  titleJson,
  writeLinks,
} from "#lib/engine/field-types/shared/links";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { BaseId, FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";
import type { Filter } from "#lib/schemas/tables/filter";

/** A member that only answers have. Clients that send a field back send it too; it is ignored. */
const shownOnly = z.unknown().optional().meta({ description: "Ignored: the service sets it." });

/** The options in a request. lib/data/link-fields/new-links.ts completes them with the members that the service sets. */
export const LinkInput = z.lazy(() =>
  z.strictObject({
    relationship: z.enum(relationships).meta({
      description:
        "oneOne: one record here links to one there. oneMany: one here to many there, each of which belongs to it alone. manyOne: many here to one there. manyMany: many to many.",
    }),
    foreignTableId: z
      .union([TableId, z.literal("self")], "must be the id of a table: tbl and 16 letters or digits")
      .meta({
        description: "The table whose records are linked; `self` in a new table is the table itself.",
      }),
    baseId: BaseId.nullable()
      .optional()
      .meta({ description: "The base of that table, if it is another one." }),
    isOneWay: z.boolean().default(false).meta({
      description: "Whether the other table gets no field that shows the links from its side.",
    }),
    lookupFieldId: FieldId.nullable().optional().meta({
      description: "The field of the other table that gives the titles. Default: its primary field.",
    }),
    filterByViewId: ViewId.nullable()
      .optional()
      .meta({ description: "Only records of this view of the other table can be linked." }),
    visibleFieldIds: z
      .array(FieldId)
      .max(limits.fieldsPerTable)
      .nullable()
      .optional()
      .meta({ description: "The fields of the other table that a dialog for choosing records shows." }),
    filter: anyObject("must be a filter: {conjunction, filterSet}").nullable().optional().meta({
      description: "Only records that match it can be linked. It names fields of the other table by id.",
    }),
    symmetricFieldId: shownOnly,
    fkHostTableName: shownOnly,
    selfKeyName: shownOnly,
    foreignKeyName: shownOnly,
  }),
);

/** The options as they are stored and shown. */
export interface LinkOptions {
  relationship: Relationship;
  foreignTableId: TableId;
  baseId?: BaseId;
  isOneWay: boolean;
  lookupFieldId: FieldId;
  /** The field of the other table that shows the same links; a one-way link has none. */
  symmetricFieldId?: FieldId;
  filterByViewId?: ViewId | null;
  visibleFieldIds?: FieldId[] | null;
  filter?: Filter | null;
  fkHostTableName: string;
  selfKeyName: string;
  foreignKeyName: string;
  /** For a field whose relationship was changed. Answers do not show it. */
  storage?: LinkStorage;
}

/** The options that decide where the links of a field are stored. */
export interface LinkShape {
  relationship: Relationship;
  symmetricFieldId?: FieldId | undefined;
  generation?: number | undefined;
}

/** After each change of its relationship, a field stores its links in new partitions, which have the next number; the first ones have none. */
export interface LinkStorage {
  generation: number;
  /** Records deleted before this time have their links as the former relationship stored them. */
  since?: string;
  /** While a job moves the links: how they are stored until it has ended. */
  from?: LinkShape;
  /** The change creates this symmetric field: nothing is stored for it before. */
  isNew?: true;
}

export const link: FieldType<LinkOptions, LinkedRecord[]> = {
  type: "link",
  defaultName: () => "Link",
  options: LinkInput as unknown as z.ZodType<LinkOptions>,
  // never used: a link field names a table
  initialOptions: () => ({ relationship: "manyMany" }) as LinkOptions,
  needsOptions: true,
  // links to one table mean nothing in another one
  unfit: ({ foreignTableId }, before) =>
    foreignTableId === before.foreignTableId
      ? undefined
      : {
          path: ["foreignTableId"],
          what: "changing `foreignTableId`",
        },
  shownOptions: ({ storage: _, ...shown }) => shown,
  cellValueType: "string",
  dbFieldType: () => "JSON",
  isMultiple: ({ relationship }) => holdsMany(relationship),
  canBe: { primary: false, unique: false, notNull: true },
  family: ({ relationship }) => (holdsMany(relationship) ? "links" : "link"),
  statistics: () => statisticsOf.many,
  read: (value, options, context) =>
    readLinks(value, holdsMany(options.relationship), context.targetsOf(options)),
  typecast: (value, options, context) =>
    linksIn(value, holdsMany(options.relationship), context.targetsOf(options)),
  json(cell, { relationship }, { hidesLinkIds }) {
    // links are stored in the form that is shown, and not copied, because a page may have thousands
    const shown = hidesLinkIds ? cell.map(titleJson) : cell;
    return holdsMany(relationship) ? shown : shown[0];
  },
  text: linksText,
  written: (cell, { relationship }, context) => writeLinks(cell, holdsMany(relationship), context),
  elements: (cell) => cell.map(({ title }) => title),
  linksIn: namedLinks,
};
