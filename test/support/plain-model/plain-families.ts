/*
 * A simple model of filters, orders, groups, statistics and searches, written from the text of the contract. Tests compare the engine with
 * it. It shares only types with the engine, is not optimized, and works with names and calendar days where the engine works with ids and
 * instants.
 *
 * Each field says by hand to which family of this file it belongs; the model never asks the engine. A family is all that the model knows of
 * a field type: its operators, its statistics, and how a person sees a cell.
 */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Choice } from "#lib/engine/field-types/shared/choices";
import type { Attachment, RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { DateFormatting } from "#lib/engine/values/dates";
import { shownOf, wallOf } from "./plain-calendar.ts";

export interface Asked {
  now: string;
  me: string;
  nameOf(personId: string): string;
}

/** A cell as a user sees it. */
export type Seen =
  | string
  | number
  | boolean
  | { instant: string; day: string; clock: string; shown: string }
  | { names: string[]; ids: string[] }
  | { files: Attachment[] };

/** A field of which the plain model knows the family. */
export interface PlainField extends Field {
  plain: PlainFamily;
  /** The member of the record that its cells are; absent for stored cells. */
  member?: keyof RecordMembers;
}

interface Family {
  /** The filter operators of the contract. */
  operators: string;
  /** The statistics of the contract. */
  functions: string;
  /** How a person sees a cell that is not empty; undefined if nothing of it is left. */
  see(cell: StoredCell, field: PlainField, asked: Asked): Seen | undefined;
}

const emptiness = "isEmpty isNotEmpty";
const ofOne = `is isNot isAnyOf isNoneOf ${emptiness}`;
const ofSeveral = `hasAnyOf hasAllOf isExactly isNotExactly hasNoneOf ${emptiness}`;

const filling = "count empty filled percentEmpty percentFilled";
const distinct = `${filling} unique percentUnique`;

const asItIs = (cell: StoredCell) => cell as string | number | boolean;

const families = {
  text: { operators: `is isNot contains doesNotContain ${emptiness}`, functions: distinct, see: asItIs },
  number: {
    operators: `is isNot isGreater isGreaterEqual isLess isLessEqual ${emptiness}`,
    functions: `${distinct} sum average min max`,
    see: asItIs,
  },
  dates: {
    operators: `is isNot isWithIn isBefore isAfter isOnOrBefore isOnOrAfter ${emptiness}`,
    functions: `${distinct} earliestDate latestDate dateRangeOfDays dateRangeOfMonths`,
    see: seeDate,
  },
  /** A checkbox is never empty. */
  checkbox: {
    operators: "is",
    functions: "count checked unChecked percentChecked percentUnChecked",
    see: asItIs,
  },
  /** One choice. */
  choice: { operators: ofOne, functions: distinct, see: seeChoices },
  /** Several choices. */
  choices: { operators: ofSeveral, functions: distinct, see: seeChoices },
  /** One person. */
  person: { operators: ofOne, functions: distinct, see: seePeople },
  /** Several people. */
  people: { operators: ofSeveral, functions: filling, see: seePeople },
  files: {
    operators: emptiness,
    functions: `${filling} totalAttachmentSize`,
    see: (cell: StoredCell) => ({ files: cell as Attachment[] }),
  },
  /** Cells that no filter can name. */
  none: { operators: "", functions: filling, see: asItIs },
} satisfies Record<string, Family>;

export type PlainFamily = keyof typeof families;

const familyOf = ({ plain }: Pick<PlainField, "plain">): Family => families[plain];

/** The filter operators of a field. */
export const operatorsOf = (field: Pick<PlainField, "plain">): string[] => wordsIn(familyOf(field).operators);

/** The statistics of a field. */
export const functionsOf = (field: Pick<PlainField, "plain">): string[] => wordsIn(familyOf(field).functions);

const wordsIn = (text: string) => text.split(" ").filter(Boolean);

/** Undefined if the cell is empty. */
export function seen(record: StoredRecord, field: PlainField, asked: Asked): Seen | undefined {
  const cell: StoredCell | undefined = field.member ? record[field.member] : record.cells[field.id];
  if (field.plain === "checkbox") return cell === true;
  return cell === undefined ? undefined : familyOf(field).see(cell, field, asked);
}

function seeDate(cell: StoredCell, { options }: PlainField): Seen {
  const { date, time, timeZone } = (options as { formatting: DateFormatting }).formatting;
  const wall = wallOf(String(cell), timeZone);
  return {
    instant: String(cell),
    ...wall,
    shown: time === "None" ? shownOf(wall.day, date) : String(cell),
  };
}

function seePeople(cell: StoredCell, _field: PlainField, { nameOf }: Asked): Seen {
  const ids = [cell].flat() as string[];
  return { ids, names: ids.map(nameOf) };
}

function seeChoices(cell: StoredCell, { options }: PlainField): Seen | undefined {
  const { choices } = options as { choices: Choice[] };
  const left = choices.filter(({ id }) => [cell].flat().some((each) => each === id));
  return left.length === 0
    ? undefined
    : { ids: left.map(({ id }) => id), names: left.map(({ name }) => name) };
}
