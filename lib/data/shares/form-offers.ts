/*
 * What the page of a form offers: the records of its link fields, and people where the form asks for them. Read only for such forms, within the
 * limit for reading the share: beyond it the page takes names in place of choices.
 */

import { namedMembers } from "#lib/data/records/people";
import { type Field, holdsLinks, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import { askedFor } from "#lib/engine/views/shared-view";
import { AppError } from "#lib/schemas/basics/error";
import { listCandidates } from "./link-candidates.ts";
import { limitReads } from "./shared-records.ts";
import type { Share } from "./shares.ts";

interface Offer {
  choices: { value: string; label: string }[];
  /** There are more than are offered. */
  hasMore: boolean;
  /** Whether several can be chosen. */
  takesSeveral: boolean;
}
/** By the id of the field. */
type Offers = ReadonlyMap<string, Offer>;

const mostOffered = 100;

/** The offers of each field with links or people that the form asks for. */
export async function readOffers(share: Share, sourceIp: string, now: string): Promise<Offers> {
  const asked = askedFor(share.view, share.schema.fields);
  const [links, people] = [asked.filter(holdsLinks), asked.filter(holdsPeople)];
  if (links.length + people.length === 0) return new Map();
  try {
    await limitReads(share, sourceIp);
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return new Map();
    throw error;
  }
  const [ofLinks, ofPeople] = await Promise.all([
    Promise.all(links.map(async (field) => [field.id, await offerLinks(field, now)] as const)),
    people.length > 0 ? offerPeople(share) : [],
  ]);
  return new Map([
    ...ofLinks,
    ...people.map((field) => [field.id, offerOf(ofPeople, takesSeveral(field))] as const),
  ]);
}

async function offerLinks(field: Field, now: string): Promise<Offer> {
  const found = await listCandidates(field, { search: "", skip: 0, take: mostOffered + 1 }, now);
  const choices = found.flatMap(({ id, title }) => (id ? [{ value: id, label: title || id }] : []));
  return offerOf(choices, takesSeveral(field));
}

async function offerPeople({ schema }: Share): Promise<Offer["choices"]> {
  const { all } = await namedMembers(schema.table);
  return all
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => compareTexts(a.label, b.label));
}

const takesSeveral = (field: Field) => typeOf(field).isMultiple(field.options);

const offerOf = (choices: Offer["choices"], isSeveral: boolean): Offer => ({
  choices: choices.slice(0, mostOffered),
  hasMore: choices.length > mostOffered,
  takesSeveral: isSeveral,
});
