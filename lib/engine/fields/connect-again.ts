/* Connects the fields of a table anew when some of them change: formulas and lookups are connected with the fields as they were read. */
import { bindFormulas, rollupInput } from "./formula-inputs.ts";
import { connection, type Field, type LookupSource } from "./stored-field.ts";

type Links = ReadonlyMap<string, LookupSource["link"]>;

/** Copies of these fields, connected with each other as they are now. What lookups show of other tables stays. */
export function connectAgain<Each extends Field>(fields: readonly Each[]): Each[] {
  const copies = fields.map((field) => ({ ...field }));
  const links: Links = new Map(copies.filter(isLinkField).map((field) => [field.id, field]));
  for (const field of copies) followLink(field, links);
  bindFormulas(copies);
  return copies;
}

const isLinkField = <Each extends Field>(field: Each): field is Each & LookupSource["link"] =>
  field.type === "link" && !field.isLookup;

/** Connects a lookup or rollup with its link field as it is now. Without one it shows nothing. */
function followLink(field: Field, links: Links): void {
  const { link: before, source, inputs = [], ...others } = field[connection] ?? {};
  if (!before) return;
  const link = links.get(before.id);
  const values = inputs.find((input) => input?.id === rollupInput);
  const copy = values && { ...values };
  if (copy) followLink(copy, links);
  field[connection] = {
    ...others,
    ...(link && { link, ...(source && { source: { ...source, link } }) }),
    ...(copy && { inputs: [copy] }),
  };
}
