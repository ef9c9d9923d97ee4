/* Ends the indexes of changed fields, in the commit of that change. Without a look at what changed: end-changed.ts looks. */

import type { Schema } from "#lib/data/schema/table-schema";
import { allNeeded } from "#lib/engine/fields/formula-inputs";
import { type Change, change } from "#lib/store/commit";

/** The changes of the indexes whose keys are made of one of these fields. */
export const endIndexesOf = ({ indexes, fields }: Schema, changed: ReadonlySet<string>): Change[] =>
  indexes.flatMap((index) => {
    const ordered = fields.filter(({ id }) => index.orders.some(({ fieldId }) => fieldId === id));
    const isMadeOfThem = allNeeded(ordered).some(({ id }) => changed.has(id));
    return isMadeOfThem && index.state !== "dropped" ? [change(index, { state: "ended" })] : [];
  });
