import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import {
  findPeople,
  peopleIn,
  peopleText,
  personJson,
  personText,
  readPerson,
  writePeople,
} from "#lib/engine/field-types/shared/people";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { removable } from "#lib/schemas/basics/object";

const Default = z.lazy(() => z.union([z.literal("me"), UserId], 'must be "me" or the id of a user'));
const Defaults = z.lazy(() =>
  z
    .array(Default)
    .max(limits.peoplePerCell)
    .overwrite((ids) => [...new Set(ids)]),
);
const Options = z.lazy(() =>
  z.strictObject({
    isMultiple: z.boolean().default(false),
    shouldNotify: z.boolean().default(true),
    defaultValue: removable(
      z.union(
        [Default, Defaults],
        `must be "me", the id of a user, or an array of at most ${limits.peoplePerCell} of these`,
      ),
    ),
  }),
);

const tooMany = new Refusal(`at most ${limits.peoplePerCell} people per cell`);

/** The cell for these people. If the field holds one person, the first one counts. */
const cellOf = (ids: UserId[], isMultiple: boolean) => (isMultiple && ids.length > 0 ? ids : ids[0]);

export const user: FieldType<z.infer<typeof Options>, string | string[]> = {
  type: "user",
  defaultName: ({ isMultiple }) => (isMultiple ? "Collaborators" : "Collaborator"),
  options: Options,
  initialOptions: () => ({ isMultiple: false, shouldNotify: true }),
  unfit: ({ isMultiple }, before) =>
    isMultiple === before.isMultiple
      ? undefined
      : { path: ["isMultiple"], what: "changing between one person and several people" },
  cellValueType: "string",
  dbFieldType: () => "JSON",
  isMultiple: ({ isMultiple }) => isMultiple,
  canBe: { primary: true, unique: false, notNull: true },
  family: ({ isMultiple }) => (isMultiple ? "people" : "person"),
  statistics: ({ isMultiple }) => (isMultiple ? statisticsOf.many : statisticsOf.text),
  /** The default without users who are not (or no longer) collaborators of the base, for example for a visitor who submits a form. */
  initialCell({ isMultiple, defaultValue = [] }, { me, people }) {
    const ids = [defaultValue].flat().flatMap((id) => people.byId(id === "me" ? me : id)?.id ?? []);
    return cellOf([...new Set(ids)], isMultiple);
  },
  read(value, { isMultiple }, { people }) {
    if (!isMultiple) return readPerson(value, people);
    if (!Array.isArray(value)) return new Refusal("must be an array of people: [{ id, title }]");
    const ids = new Set<UserId>();
    for (const each of value) {
      const id = readPerson(each, people);
      if (id instanceof Refusal) return id;
      ids.add(id);
    }
    return ids.size > limits.peoplePerCell ? tooMany : cellOf([...ids], isMultiple);
  },
  typecast(value, { isMultiple }, context) {
    const ids = findPeople(value, isMultiple, context);
    if (ids instanceof Refusal) return ids;
    if (!isMultiple && ids.length > 1)
      return new Refusal(`this field holds one person; got ${ids.length}: send one of them`);
    return ids.length > limits.peoplePerCell ? tooMany : cellOf(ids, isMultiple);
  },
  json: (cell, _options, context) =>
    typeof cell === "string" ? personJson(cell, context) : cell.map((id) => personJson(id, context)),
  text: (cell, _options, context) =>
    typeof cell === "string" ? personText(cell, context) : peopleText(cell, context),
  written: (cell, _options, context) => writePeople(cell, context),
  elements: (cell, _options, context) => [cell].flat().map((id) => personText(id, context)),
  peopleIn,
};
