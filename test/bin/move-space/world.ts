/* A space with something of each kind, and clients that write into it. */
import { setTimeout as wait } from "node:timers/promises";
import { type Call, caller, type Two } from "./two-servers.ts";

const named = (name: string) => ({ name, type: "singleLineText" });

async function done(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  return body as any;
}

const aFile = () => {
  const form = new FormData();
  form.append("file", new Blob(["hello, other cell"], { type: "text/plain" }), "hello.txt");
  return form;
};

/** Makes it in the first base of the source. `hook` is where its webhook sends. */
export async function fill({ servers: { a }, baseId, spaceId }: Two, hook: string, records = 60) {
  const call = caller(a);
  const post = (path: string, body: object) => done(call("POST", path, body));
  const films = await post(`/base/${baseId}/table/`, {
    name: "Films",
    fields: [
      { ...named("Title"), unique: true },
      { name: "Year", type: "number" },
      { name: "Seen by", type: "user", options: { isMultiple: true } },
      { name: "Poster", type: "attachment" },
    ],
    records: Array.from({ length: records }, (_, i) => ({ fields: { Title: `Film ${i}`, Year: 1900 + i } })),
  });
  const people = await post(`/base/${baseId}/table/`, {
    name: "People",
    fields: [named("Name")],
    records: [{ fields: { Name: "Ida" } }, { fields: { Name: "Max" } }],
  });
  const [titles, year, seenBy, poster] = films.fields.map(({ id }: { id: string }) => id);
  const [first, second, third, fourth] = films.records.map(({ id }: { id: string }) => id);
  const path = `/table/${films.id}`;
  const cast = await post(`${path}/field`, {
    ...{ name: "Cast", type: "link" },
    options: { relationship: "manyMany", foreignTableId: people.id },
  });
  const set = (id: string, fields: object) =>
    done(call("PATCH", `${path}/record/${id}`, { fieldKeyType: "id", record: { fields } }));
  await set(first, { [cast.id]: people.records.map(({ id }: { id: string }) => ({ id })) });
  await set(first, { [titles]: "Film zero", [seenBy]: [{ id: a.dev.userId }] });
  const withFile = await done(call("POST", `${path}/record/${first}/${poster}/uploadAttachment`, aFile()));
  const comment = await post(`/comment/${films.id}/${first}/create`, {
    content: [{ type: "p", children: [{ type: "span", value: "before the move" }] }],
  });
  const view = await post(`${path}/view`, {
    ...{ name: "By year", type: "grid" },
    sort: { sortObjs: [{ fieldId: year, order: "desc" }] },
  });
  await done(
    call("PUT", `${path}/view/${films.defaultViewId}/record-order`, {
      anchorId: first,
      position: "after",
      recordIds: [third],
    }),
  );
  const form = await post(`${path}/view`, { name: "Form", type: "form" });
  const { shareId } = await post(`${path}/view/${form.id}/enable-share`, {});
  const webhook = await post(`/base/${baseId}/webhook`, {
    name: "All",
    url: hook,
    events: ["record.created", "record.updated", "record.deleted", "comment.created"],
  });
  await done(call("DELETE", `${path}/record/${second}`));
  const [{ id: trashId }] = (await done(call("GET", `/trash/items?tableId=${films.id}`))).trashItems;
  await done(call("DELETE", `${path}/record/${fourth}`));
  const old = await post(`/base/${baseId}/table/`, {
    name: "Old",
    fields: [named("Name")],
    records: [{ fields: { Name: "kept" } }],
  });
  await done(call("DELETE", `/base/${baseId}/table/${old.id}`));
  const other = await post("/base", { spaceId, name: "Second base" });
  const gone = await post("/base", { spaceId, name: "Deleted base" });
  await done(call("DELETE", `/base/${gone.id}`));
  return {
    ...{ films, people, cast, view, form, shareId, webhook, old, other, gone, comment, withFile },
    ...{ first, second, trashId, titles, year, seenBy, poster, path },
  };
}

export type World = Awaited<ReturnType<typeof fill>>;

/** Writes until it is told to stop, or the space has moved; gives what was acknowledged: the titles by the ids of records. */
export function write(call: Call, { path, titles, films }: World, name: string) {
  const acknowledged = new Map<string, string>();
  const refused: number[] = [];
  let isStopped = false;
  const hasEnded = (async () => {
    for (let i = 0; !isStopped; i++) {
      const title = `${name} ${i}`;
      const made = await call("POST", `${path}/record`, {
        ...{ fieldKeyType: "id" },
        records: [{ fields: { [titles]: title } }],
      });
      refused.push(made.status);
      if (made.status === 410) return;
      if (made.status === 503) await wait(20);
      if (made.status !== 201) continue;
      const [{ id }] = made.body.records;
      acknowledged.set(id, title);
      const changed = await call("PATCH", `${path}/record/${id}`, {
        ...{ fieldKeyType: "id", record: { fields: { [titles]: `${title} changed` } } },
      });
      refused.push(changed.status);
      if (changed.status === 200) acknowledged.set(id, `${title} changed`);
      if (i % 5 === 0) {
        const gone = await call("DELETE", `${path}/record/${id}`);
        if (gone.status === 200) acknowledged.delete(id);
      }
      if (i % 7 === 0)
        await call("POST", `/comment/${films.id}/${id}/create`, {
          content: [{ type: "p", children: [{ type: "span", value: title }] }],
        });
    }
  })();
  return {
    acknowledged,
    refused,
    hasEnded,
    stop() {
      isStopped = true;
      return hasEnded;
    },
  };
}

/** The titles of all films, by the ids of their records. */
export async function readTitles(call: Call, { path, titles }: World): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let skip = 0; ; skip += 1000) {
    const { records } = await done(call("GET", `${path}/record?take=1000&skip=${skip}&fieldKeyType=id`));
    for (const { id, fields } of records) found.set(id, fields[titles]);
    if (records.length < 1000) return found;
  }
}

/** Makes a person of the source a member, by an invitation link. */
export async function join(
  { servers: { a } }: Two,
  path: string,
  { token }: { token: string },
  role: string,
) {
  const link = await done(caller(a)("POST", `${path}/invitation/link`, { role }));
  const { invitationId, invitationCode } = link;
  await done(caller(a, token)("POST", "/invitation/link/accept", { invitationId, invitationCode }));
}

export { done };
