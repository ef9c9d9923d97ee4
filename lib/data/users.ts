/*
 * A person.
 *
 *          pk              sk      cost
 *  user    USER#<id>       USER    get 1 RCU; made with its guard 2 × 2 WCU
 *  guard   EMAIL#<lower>   EMAIL   an e-mail address belongs to one person
 */
import type { Person } from "#lib/engine/field-type";
import { AppError } from "#lib/schemas/error";
import { newUserId, type UserId } from "#lib/schemas/ids";
import { commit, insert, Refused } from "./commit.ts";
import { get, type Item } from "./store.ts";

export interface UserItem extends Item, Person {}

export const userKey = (id: string) => ({ pk: `USER#${id}`, sk: "USER" });
const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: "EMAIL" });

export async function create(input: { name: string; email: string }, now: string): Promise<Person> {
  const person: Person = { id: newUserId(), ...input };
  const user = { ...userKey(person.id), entity: "user", ...person, createdTime: now };
  const guard = { ...emailKey(input.email), entity: "email", userId: person.id };
  await commit([insert(user), insert(guard)]).catch((error) => {
    if (error instanceof Refused)
      throw new AppError("conflict", `${input.email} belongs to somebody already`);
    throw error;
  });
  return person;
}

export async function findByEmail(email: string): Promise<Person | undefined> {
  const guard = await get<Item & { userId: UserId }>(emailKey(email));
  return guard && (await get<UserItem>(userKey(guard.userId)));
}
