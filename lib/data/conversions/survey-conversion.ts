/*
 * Reads all cells of a field, and says what becomes of them if the field is converted. Nothing is written. It costs what a scan of the
 * table costs (lib/data/records/scan.ts).
 */

import type { Caller } from "#lib/data/identity/caller";
import { planQuery } from "#lib/data/query/query-plan";
import { allMembers } from "#lib/data/records/people";
import { createPeopleCache } from "#lib/data/records/reading/people-cache";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { makeCellReader, mapInTurns } from "#lib/engine/cells/cell-reader";
import { compareMeanings } from "#lib/engine/cells/changed-meaning";
import { uniqueText } from "#lib/engine/cells/constraints";
import {
  type Convert,
  hasChoices,
  isReadAsText,
  makeTypecast,
  type Side,
  sideOf,
} from "#lib/engine/cells/convert-cells";
import type { ReadCell } from "#lib/engine/cells/stored-cells";
import {
  type CellContext,
  type People,
  type StoredCell,
  writeCell,
} from "#lib/engine/field-types/shared/field-type";
import { tellApart } from "#lib/engine/field-types/shared/people";
import { type Field, type FormerPerson, typeOf } from "#lib/engine/fields/field";
import { pickColor } from "#lib/engine/values/colors";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { invalid } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

/** A cell that a conversion changes: its present text, and the text that the new field shows. */
export interface ConvertedCell {
  recordId: RecordId;
  before: string;
  after: unknown;
}

export interface Survey {
  records: number;
  /** How many cells are not empty, how many of these the new field cannot hold, and how many others would change their meaning. */
  cells: number;
  emptied: number;
  changed: number;
  /** Examples of cells that would be emptied, of cells that would be changed, and of others. */
  lost: ConvertedCell[];
  other: ConvertedCell[];
  kept: ConvertedCell[];
  /** Records whose cell would be empty, and pairs with the same value; the first hundred. */
  empty: RecordId[];
  repeated: RecordId[];
  /** The options of the new field, with the choices that its cells need. */
  options: unknown;
  people: FormerPerson[];
  /** How its texts are read, if they can be ambiguous. */
  reading: ColumnReading | undefined;
  /** The cells before and after, if they are asked for. */
  written: Map<RecordId, { was: StoredCell; cell: StoredCell | undefined }>;
}

interface Wanted {
  /** The field as it is, and as it would be. */
  field: FieldItem;
  into: Pick<Field, "type" | "options">;
  /** Whether its cells have another shape then. */
  isReshaped: boolean;
  /** Whether its texts are titles of links. */
  hasTitles?: true | undefined;
  /** Whether `written` and `repeated` are needed: memory grows with the table. */
  keepsCells?: boolean;
}

const examples = 10;
const offenders = 100;

/** Throws 400 if the table is too large to be scanned, or its cells have more different texts than a field may have choices. */
export async function surveyConversion(
  schema: Schema,
  { field, into, isReshaped, hasTitles, keepsCells = false }: Wanted,
  caller: Caller,
): Promise<Survey> {
  const plan = planQuery(schema, { fieldKeyType: "id" }, caller, { visited: [field] });
  const names = createPeopleCache([field]);
  const to = typeOf({ type: into.type });
  const options: unknown = structuredClone(into.options);
  const isNamed = typeOf(field).peopleIn !== undefined && !to.peopleIn;
  const members = to.peopleIn || isNamed ? await allMembers(schema.table) : undefined;
  const people = new KnownPeople(names, members, isNamed);
  // no cell means the caller by "me"
  const context: CellContext = { ...plan.context, me: "" as UserId, people };
  const read = makeCellReader(field, context);
  const was = hasTitles ? sideOf({ ...field, hasTitles }) : { type: typeOf(field), options: field.options };
  const become = { type: to, options };
  const visitAll = (visit: (record: RecordItem) => void) =>
    scan(plan.reader, plan.read, async (records) => {
      const prepared = await plan.prepare(records);
      await names.load(records);
      await mapInTurns(prepared, context.work, visit);
    });
  const reading =
    isReshaped && isReadAsText(was, become)
      ? await readingOf(was, become, { read, context, visitAll })
      : undefined;
  const convert: Convert = isReshaped ? makeTypecast(was, become, context, reading) : (cell) => cell;
  const isOther = isReshaped ? compareMeanings(was, become, context, reading) : () => false;
  const survey: Survey = {
    ...{
      records: 0,
      cells: 0,
      emptied: 0,
      changed: 0,
      lost: [],
      other: [],
      kept: [],
      empty: [],
      repeated: [],
    },
    ...{ options, people: [], written: new Map(), reading },
  };
  const choices = new NewChoices(options);
  const owners = new Map<string, RecordId>();
  const show = (cell: StoredCell | undefined) =>
    cell === undefined ? null : (to.json(cell, options, context) ?? null);
  const visit = (record: RecordItem) => {
    survey.records++;
    const was = read(record);
    const converted = was === undefined || to.isComputed ? undefined : convert(was);
    // an unchecked box is stored as an empty cell, but here the text stands for it
    const cell = converted === false ? undefined : converted;
    if (cell === undefined && survey.empty.length < offenders) survey.empty.push(record.id);
    if (was === undefined) return;
    survey.cells++;
    choices.note(cell, autoNumberOf(record.id));
    if (keepsCells) {
      survey.written.set(record.id, { was, cell });
      const text = uniqueText(into, cell);
      const owner = text === undefined ? undefined : owners.get(text);
      if (owner && survey.repeated.length < offenders) survey.repeated.push(record.id);
      if (text !== undefined && !owner) owners.set(text, record.id);
    }
    const isLost = converted === undefined;
    const isAnother = !isLost && isOther(was, converted);
    if (isLost) survey.emptied++;
    if (isAnother) survey.changed++;
    const some = isLost ? survey.lost : isAnother ? survey.other : survey.kept;
    if (some.length >= examples) return;
    some.push({
      recordId: record.id,
      before: writeCell(typeOf(field), was, field.options, context),
      after: show(cell),
    });
  };
  await visitAll(visit);
  choices.refuseTooMany(survey);
  choices.sort();
  return { ...survey, people: people.named() };
}

interface Texts {
  read: ReadCell;
  context: CellContext;
  visitAll(visit: (record: RecordItem) => void): Promise<void>;
}

/** How the texts of all cells are read. It takes one more scan, because all texts decide about ambiguous ones before the first is read. */
async function readingOf(was: Side, into: Side, { read, context, visitAll }: Texts): Promise<ColumnReading> {
  const evidence = into.type.gatherEvidence?.(into.options);
  await visitAll((record) => {
    const cell = read(record);
    if (cell !== undefined) evidence?.note(was.type.text(cell, was.options, context));
  });
  return { decimal: ".", ...evidence?.reading() };
}

/**
 * The people of cells by id, and the members of the base by the texts that name them. Remembers who was found. Where people become text, a
 * name that would be read as another person is their id: an address would be shown by shares.
 */
class KnownPeople implements People {
  readonly #found = new Map<string, FormerPerson & { texts: string[] }>();
  readonly #names: People;
  readonly #members: People | undefined;
  readonly #becomesText: boolean;

  constructor(names: People, members: People | undefined, becomesText: boolean) {
    this.#names = names;
    this.#members = members;
    this.#becomesText = becomesText;
  }

  byId(id: string) {
    const found = this.#names.byId(id) ?? this.#members?.byId(id);
    const isUnclear =
      found && this.#becomesText && this.#members && tellApart(this.#members).isUnclear?.(found);
    const person = isUnclear ? { ...found, name: found.id } : found;
    if (person) this.#note(person);
    return person;
  }

  byText(text: string) {
    const person = this.#members?.byText(text);
    if (!person || person === "several") return person;
    const { texts } = this.#note(person);
    if (!texts.includes(text)) texts.push(text);
    return person;
  }

  #note({ id, name }: Pick<FormerPerson, "id" | "name">) {
    const known = this.#found.get(id) ?? { id, name, texts: [] };
    this.#found.set(id, known);
    return known;
  }

  named(): FormerPerson[] {
    return [...this.#found.values()].map(({ texts, ...person }) =>
      texts.length > 0 ? { ...person, texts } : person,
    );
  }
}

/** The choices made from texts, in the order of the records: a scan reads these in no order. */
class NewChoices {
  readonly #options: unknown;
  readonly #known: number;
  readonly #first = new Map<string, number>();

  constructor(options: unknown) {
    this.#options = options;
    this.#known = hasChoices(options) ? options.choices.length : 0;
  }

  note(cell: StoredCell | undefined, number: number): void {
    if (!hasChoices(this.#options) || cell === undefined) return;
    for (const id of [cell].flat() as string[])
      this.#first.set(id, Math.min(number, this.#first.get(id) ?? number));
  }

  refuseTooMany({ emptied }: Survey): void {
    const isFull = hasChoices(this.#options) && this.#options.choices.length >= limits.choicesPerField;
    if (!isFull || emptied === 0 || this.#known === limits.choicesPerField) return;
    const message = `the cells have more than ${limits.choicesPerField} different texts, and a field may have at most ${limits.choicesPerField} choices; with preventAutoNewOptions no choices are made of texts`;
    throw invalid([{ path: "options.choices", message }]);
  }

  sort(): void {
    if (!hasChoices(this.#options)) return;
    const { choices } = this.#options;
    const added = choices.splice(this.#known);
    const numberOf = ({ id }: { id: string }) => this.#first.get(id) ?? 0;
    added.sort((a, b) => numberOf(a) - numberOf(b));
    for (const choice of added)
      choices.push({ ...choice, color: pickColor(choices.map(({ color }) => color)) });
  }
}
