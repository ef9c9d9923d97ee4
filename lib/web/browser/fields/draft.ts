/* A field as it is made or changed in the editor, and the call that does it. */
import type { Field } from "#lib/schemas/tables/field";

/** The options of a field, by the names that the interface gives them. What is `undefined` is not there. */
export interface FieldOptionValues {
  [name: string]: unknown;
}

/** What a lookup, rollup or count looks up. */
export interface LookupDraft {
  linkFieldId: string;
  foreignTableId: string;
  lookupFieldId: string;
  /** The type of the field that is looked up. */
  type: string;
  filter?: unknown;
}

export interface FieldDraft {
  /** The type; `lookup` and `count` are others for the server. */
  kind: string;
  /** Empty: the server gives one. */
  name: string;
  description: string;
  unique: boolean;
  notNull: boolean;
  options: FieldOptionValues;
  lookup: LookupDraft | undefined;
  aiConfig: FieldOptionValues | undefined;
  /** Of a new link: the name of the field in the other table that shows the same links. Empty: the server gives one. */
  otherName: string;
  /** To a link: titles that no record has make records. */
  createLinked: boolean;
}

/** The expression of a rollup that only counts. */
export const countOfLinks = "countall({values})";

const looksUp: ReadonlySet<string> = new Set(["lookup", "rollup", "count"]);

/** Whether a field of this kind shows what linked records have. */
export const isLookingUp = (kind: string): boolean => looksUp.has(kind);

/** Dates of a new field are those of the time zone of this browser. */
const firstDates = {
  formatting: {
    date: "YYYY-MM-DD",
    time: "None",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
  },
};

/** The options of a new field, as far as it needs any. */
const firstOptions: { [kind: string]: FieldOptionValues } = {
  date: firstDates,
  createdTime: firstDates,
  lastModifiedTime: firstDates,
  number: { formatting: { type: "decimal", precision: 2 } },
  rating: { icon: "star", color: "yellowBright", max: 5 },
  singleSelect: { choices: [] },
  multipleSelect: { choices: [] },
  user: { isMultiple: false, shouldNotify: true },
  button: { label: "Button", color: "teal" },
  link: { relationship: "manyMany", foreignTableId: "", isOneWay: false },
  formula: { expression: "" },
  rollup: { expression: "sum({values})" },
  count: { expression: countOfLinks },
};

export const newDraft = (kind = "singleLineText"): FieldDraft => ({
  kind,
  name: "",
  description: "",
  unique: false,
  notNull: false,
  options: firstOptions[kind] ?? {},
  lookup: undefined,
  aiConfig: undefined,
  createLinked: false,
  otherName: "",
});

export function kindOfField({ type, isLookup, options }: Pick<Field, "type" | "isLookup" | "options">) {
  if (isLookup) return "lookup";
  return type === "rollup" && options["expression"] === countOfLinks ? "count" : type;
}

export function draftOf(field: Field): FieldDraft {
  const { name, type, description = "", unique = false, notNull = false, options, lookupOptions } = field;
  const { linkFieldId, foreignTableId, lookupFieldId, filter }: { [name: string]: unknown } =
    lookupOptions ?? {};
  return {
    ...{ name, description, unique, notNull, options },
    kind: kindOfField(field),
    lookup: lookupOptions && {
      linkFieldId: String(linkFieldId),
      foreignTableId: String(foreignTableId),
      lookupFieldId: String(lookupFieldId),
      type,
      ...(filter !== undefined && { filter }),
    },
    aiConfig: field.aiConfig,
    createLinked: false,
    otherName: "",
  };
}

/** The draft with another type: what both types have stays; what the field itself has comes back with its type. */
export function withKind(draft: FieldDraft, kind: string, field: Field | undefined): FieldDraft {
  const isOwn = field && kindOfField(field) === kind;
  const options = isOwn ? field.options : { ...firstOptions[kind] };
  const { choices } = draft.options;
  if (!isOwn && choices && "choices" in options) options["choices"] = choices;
  return { ...draft, kind, options, ...(!isOwn && { unique: false, notNull: false, aiConfig: undefined }) };
}

/** The type and what it looks up, as the server names them. */
function shapeOf({ kind, lookup }: FieldDraft) {
  const type = kind === "lookup" ? lookup?.type || "singleLineText" : kind === "count" ? "rollup" : kind;
  if (!isLookingUp(kind)) return { type };
  const { type: _, ...lookupOptions } = lookup ?? { type };
  return { type, ...(kind === "lookup" && { isLookup: true }), lookupOptions };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The options that have another value than before. null: it is taken away. */
function changedOptions(before: FieldOptionValues, after: FieldOptionValues): FieldOptionValues {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => !isSame(before[name], after[name]))
      .map((name) => [name, after[name] === undefined ? null : after[name]]),
  );
}

/** All options that are there. Of a select field that gets its choices from texts, an empty list says nothing. */
function wholeOptions({ options }: FieldDraft, before: FieldOptionValues | undefined): FieldOptionValues {
  const gone = Object.keys(before ?? {}).map((name) => [name, null]);
  const now = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined && !(name === "choices" && !before && Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(gone), ...Object.fromEntries(now) };
}

const orUndefined = (members: FieldOptionValues): FieldOptionValues | undefined =>
  Object.keys(members).length > 0 ? members : undefined;

/** What a call sends. */
export interface FieldBody {
  [member: string]: unknown;
}

/** The body of a new field. */
export function bodyOfNew(draft: FieldDraft): FieldBody {
  const { name, description, unique, notNull, aiConfig } = draft;
  const options = orUndefined(wholeOptions(draft, undefined));
  return {
    ...shapeOf(draft),
    ...(name && { name }),
    ...(description && { description }),
    ...(unique && { unique }),
    ...(notNull && { notNull }),
    ...(options && { options }),
    ...(aiConfig && { aiConfig }),
  };
}

/** Options whose change makes other cells of the same type. */
const convertedBy: { [kind: string]: readonly string[] } = {
  user: ["isMultiple"],
  link: ["foreignTableId", "baseId"],
};

interface WithId {
  id?: string;
}

/** The choices that the field has, and the draft no longer has. */
export function removedChoices<Each extends WithId>(
  field: { options: FieldOptionValues },
  draft: FieldDraft,
): Each[] {
  const choicesOf = ({ choices }: FieldOptionValues): Each[] => (Array.isArray(choices) ? choices : []);
  const kept = new Set(choicesOf(draft.options).map(({ id }) => id));
  return choicesOf(field.options).filter(({ id }) => !kept.has(id));
}

interface Choice extends WithId {
  name: string;
}
const choicesIn = ({ choices }: FieldOptionValues): Choice[] => (Array.isArray(choices) ? choices : []);

/**
 * The field and the draft with what others did to the choices since the draft was begun: the list is sent as a whole, and a choice that it
 * lacks would go from all cells. `latest`: the field as it is now.
 */
export function withLatestChoices(
  field: Field,
  draft: FieldDraft,
  latest: Pick<Field, "options">,
): { field: Field; draft: FieldDraft } {
  const now = choicesIn(latest.options);
  const had = choicesIn(field.options);
  if (!("choices" in draft.options) || isSame(had, now)) return { field, draft };
  const mine = choicesIn(draft.options);
  const kept = mine.flatMap((choice) => {
    const before = had.find(({ id }) => id === choice.id);
    const isOwn = choice.id === undefined || !before || !isSame(before, choice);
    return isOwn ? [choice] : now.filter(({ id }) => id === choice.id);
  });
  // one that the draft makes with the same name gets the id of the one that is there
  const added = now.filter(
    ({ id, name }) =>
      !had.some((each) => each.id === id) &&
      !mine.some((each) => each.id === undefined && each.name === name),
  );
  return {
    field: { ...field, options: { ...field.options, choices: now } },
    draft: { ...draft, options: { ...draft.options, choices: [...kept, ...added] } },
  };
}

/** How a field is changed. */
export interface FieldChange {
  /** By a conversion, because cells change with it; otherwise by an update, which writes no record. */
  isConversion: boolean;
  /** Cells may lose their values: it is counted first. */
  isCounted: boolean;
  body: FieldBody;
  /** What the preview of the change sends. */
  previewed: FieldBody;
}

/** What is needed to change the field into the draft; undefined if they are the same. */
export function changeOf(field: Field, draft: FieldDraft): FieldChange | undefined {
  const before = draftOf(field);
  const options = changedOptions(field.options, draft.options);
  const isOtherType = !isSame(shapeOf(before), shapeOf(draft));
  const isOtherCheck = before.unique !== draft.unique || before.notNull !== draft.notNull;
  const isOtherCell = (convertedBy[draft.kind] ?? []).some((name) => name in options);
  const hasLess = !isOtherType && removedChoices(field, draft).length > 0;
  const isConversion =
    isOtherType ||
    isOtherCheck ||
    isOtherCell ||
    (draft.unique && "formatting" in options) ||
    (draft.notNull && hasLess);
  const named = {
    ...(draft.name !== field.name && { name: draft.name }),
    ...(draft.description !== before.description && { description: draft.description || null }),
    ...(!isSame(draft.aiConfig, field.aiConfig) && { aiConfig: draft.aiConfig ?? null }),
  };
  const previewed = convertedBody(field, draft, isOtherType);
  if (isConversion) return { isConversion, isCounted: true, body: { ...previewed, ...named }, previewed };
  const changed = orUndefined(options);
  const body = { ...named, ...(changed && { options: changed }) };
  if (Object.keys(body).length === 0) return undefined;
  const isLower = Number(draft.options["max"]) < Number(field.options["max"]);
  return { isConversion, isCounted: hasLess || (draft.kind === "rating" && isLower), body, previewed };
}

function convertedBody(field: Field, draft: FieldDraft, isOtherType: boolean): FieldBody {
  const options = orUndefined(wholeOptions(draft, isOtherType ? undefined : field.options));
  return {
    ...shapeOf(draft),
    unique: draft.unique,
    notNull: draft.notNull,
    ...(options && { options }),
    ...(draft.aiConfig && { aiConfig: draft.aiConfig }),
    ...(draft.createLinked && draft.kind === "link" && { createLinked: true }),
  };
}
