/* The samples that the types of people have in common. */
import fc from "fast-check";
import { ann, bob, jane } from "#test/engine/field-types/support";
import { anyPerson } from "#test/engine/support/awkward";
import type { Samples } from "./samples.ts";

/** A user who may not open the base: shown by id. */
export const gone = "usrGone000000000000";

/** The people in cells of the tables of the tests. */
export const peopleIds: string[] = [ann.id, bob.id, jane.id, gone];

/** A person as answers show them. */
export const shownPerson = ({ id, name, email, avatar }: typeof ann) => ({
  id,
  title: name,
  ...(email && { email }),
  ...(avatar && { avatarUrl: avatar }),
});

/** The samples of a type that shows a person of the record. */
export const ofRecordPerson = (member: "createdBy" | "lastModifiedBy", defaultName: string): Samples => ({
  contract: {
    defaultName,
    cellValueType: "string",
    dbFieldType: "JSON",
    canBe: { primary: true, unique: false, notNull: false },
    operator: "isAnyOf",
  },
  computedBy: "the record",
  options: fc.constant({}),
  texts: [
    [{}, jane.id, "Doe, Jane"],
    [{}, gone, gone],
  ],
  variants: [{ options: {}, plain: "person", member }],
  conversion: { options: fc.constant({}), cell: () => anyPerson },
  formula: { kind: "text", gives: [[jane.id, "Doe, Jane"]] },
});
