/* Prompts name fields by their ids; people read and write their names. Pure functions of texts. */
interface Named {
  id: string;
  name: string;
}

const isWritable = ({ name }: Named): boolean => !/[{}]/.test(name);

/** The stored prompt with the names of fields. A name with braces in it stays an id. */
export const showPrompt = (prompt: string, fields: readonly Named[]): string =>
  prompt.replace(/\{(fld[0-9A-Za-z]{16})\}/g, (whole, id) => {
    const field = fields.find((each) => each.id === id);
    return field && isWritable(field) ? `{${field.name}}` : whole;
  });

/** The prompt with ids, as it is stored: so it goes on after a field is renamed. */
export const storePrompt = (text: string, fields: readonly Named[]): string =>
  text.replace(/\{([^{}]*)\}/g, (whole, name) => {
    const field = fields.find((each) => each.name === name);
    return field ? `{${field.id}}` : whole;
  });

/** What stands for a field in a text. */
export const fieldInPrompt = (field: Named): string => `{${isWritable(field) ? field.name : field.id}}`;

/** The fields that a stored prompt names, each once. */
export const fieldsOfPrompt = <Each extends Named>(prompt: string, fields: readonly Each[]): Each[] =>
  fields.filter(({ id }) => prompt.includes(`{${id}}`));

/** What stands in braces and is no field. */
export const unknownInPrompt = (prompt: string, fields: readonly Named[]): string[] =>
  [...prompt.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) =>
    fields.some(({ id }) => id === name) ? [] : [name],
  );
