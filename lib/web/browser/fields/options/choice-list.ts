/* The choices of a select field as they are edited: pure steps of a list. */
export interface ChoiceDraft {
  /** Of a choice that is stored. */
  id?: string;
  name: string;
  color?: string;
}

/** The list with other names at a place: one, or those of several lines that were pasted. */
export function withNames(choices: readonly ChoiceDraft[], place: number, text: string): ChoiceDraft[] {
  const [first = "", ...more] = text.split(/\r?\n/).map((line) => line.trim());
  const isOne = !/\n/.test(text);
  const known = new Set(choices.map(({ name }) => name));
  const added = [...new Set(more)].filter((name) => name !== "" && name !== first && !known.has(name));
  return choices.flatMap((choice, i) =>
    i === place ? [{ ...choice, name: isOne ? text : first }, ...added.map((name) => ({ name }))] : [choice],
  );
}

/** The list with a choice moved by some places, as far as there are places. */
export function withMoved(choices: readonly ChoiceDraft[], place: number, step: number): ChoiceDraft[] {
  const moved = choices[place];
  const to = Math.max(0, Math.min(choices.length - 1, place + step));
  return moved ? choices.toSpliced(place, 1).toSpliced(to, 0, moved) : [...choices];
}

/** The default without names that are no choice any longer; a renamed choice keeps it. */
export function followDefault(
  value: unknown,
  before: readonly ChoiceDraft[],
  after: readonly ChoiceDraft[],
): string | string[] | undefined {
  const nameNow = (name: string) => {
    const old = before.find((choice) => choice.name === name);
    if (!old) return after.find((choice) => choice.name === name)?.name;
    const place = before.indexOf(old);
    const same = old.id
      ? after.find(({ id }) => id === old.id)
      : (after.find((choice) => choice.name === name) ??
        (after.length === before.length ? after[place] : undefined));
    return same?.name;
  };
  const names = [value ?? []].flat().flatMap((name) => nameNow(String(name)) ?? []);
  if (names.length === 0) return undefined;
  return Array.isArray(value) ? names : names[0];
}
