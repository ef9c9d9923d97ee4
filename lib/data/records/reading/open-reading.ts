/*
 * A reading reads cells of some fields, for one batch of records after another. For each batch it reads once the linked records and people
 * that the cells show; all batches share one budget.
 *
 *   records ── prepare: the links that they do not keep, lookups, people ──▶ prepared records ──▶ matchers, orders, statistics
 */

import type { Caller } from "#lib/data/identity/caller";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { cellContext } from "../people.ts";
import { withAllLinks } from "../show-records.ts";
import { makeFullLinks } from "./full-links.ts";
import { Lookups } from "./lookups.ts";
import { createPeopleCache } from "./people-cache.ts";

declare const isPrepared: unique symbol;

/** A record whose cells can be read: `prepare` has read the links, linked records and people that they show. Nothing else makes one. */
export type Prepared<Each extends StoredRecord = StoredRecord> = Each & { readonly [isPrepared]: true };

interface Wanted {
  /** The fields whose cells are read. */
  fields: readonly Field[];
  /** The fields whose cells show people by name; default: all. For other fields, people are compared by id. */
  named?: readonly Field[];
  /** The link fields whose cells are needed with all their links. */
  links?: readonly Field[];
}

interface Reading {
  /** The context for functions of the engine that read cells of prepared records. */
  readonly context: CellContext;
  /** The prepared records, in the same order. Throws 400 if there is too much to read for one call. */
  prepare<Each extends StoredRecord>(records: readonly Each[]): Promise<Prepared<Each>[]>;
  /** A prepared record with all links of these fields, which are among `links`. */
  withLinks(record: Prepared, fields?: readonly Field[]): StoredRecord;
  /** What to await between two records, if formulas have worked for a long time: other requests are answered first. */
  turn(): Promise<unknown> | undefined;
}

/** Begins to read cells of these fields for a caller. */
export function openReading({ fields, named = fields, links = [] }: Wanted, caller: Caller): Reading {
  const people = createPeopleCache(named);
  const fullLinks = makeFullLinks(links, caller);
  const lookups = new Lookups(fields, (some, cut) => withAllLinks(some, cut, caller));
  const plain = cellContext(caller, people);
  const context = lookups.isEmpty ? plain : lookups.attach(plain);
  return {
    context,
    async prepare<Each extends StoredRecord>(records: readonly Each[]) {
      if (!fullLinks.isEmpty) await fullLinks.load(records);
      if (!lookups.isEmpty) await lookups.load(records);
      await people.load(records, lookups.people);
      return records as Prepared<Each>[];
    },
    withLinks: fullLinks.of,
    turn: () => context.work?.turn(),
  };
}
