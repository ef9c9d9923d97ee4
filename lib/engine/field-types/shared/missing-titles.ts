/* The titles in link cells of a request that no record has. Only calls that make records of them load this. */

import { joinList, unquoted } from "#lib/engine/values/lists";
import { isRecordId } from "#lib/schemas/basics/ids";
import type { LinkTargets } from "./field-type.ts";
import { findLink, linkIdIn, linkNamesIn, withId } from "./links.ts";

/** The titles in a value that no record has, of which records can be made. A text with an id, or one that may be an id, is none. */
export function missingTitles(value: unknown, isList: boolean, targets: LinkTargets): string[] {
  if (targets.refusal) return [];
  const find = (text: string) => findLink(targets, text);
  const elements = (Array.isArray(value) ? value : [value]).filter((each) => linkIdIn(each) === undefined);
  const names = elements.flatMap((each) => linkNamesIn(Array.isArray(value) ? [each] : each, isList, find));
  return names.flatMap((name) => {
    if (name === undefined || find(name) || isRecordId(name) || withId.test(name)) return [];
    const title = titleIn(name, isList);
    return title.trim() === "" ? [] : [title];
  });
}

/** A name as the title of a new record. Where a cell holds one link, a text is quoted only if a list would need the quotes. */
function titleIn(name: string, isList: boolean): string {
  const item = isList ? undefined : unquoted(name);
  return item !== undefined && joinList([item]) === name.trim() ? item : name;
}
