/*
 * A server that is killed after it has changed a thousand links on one side: the next one shows both sides alike from its first answer on.
 */
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";

const count = 1000;

const caller =
  ({ dev }: Server) =>
  async (method: string, path: string, body?: object) => {
    const response = await fetch(`${dev.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${dev.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };

test("killed between a thousand links and their other side: both sides agree in the first answer", async () => {
  const { folder, remove } = temporaryFolder();
  let server = await startServer(folder);
  try {
    const call = caller(server);
    const { baseId } = server.dev;
    const make = (name: string, records: number) =>
      call("POST", `/base/${baseId}/table/`, {
        name,
        fields: [{ name: "Name", type: "singleLineText" }],
        records: Array.from({ length: records }, (_, i) => ({ fields: { Name: `${name} ${i}` } })),
      });
    const [people, films] = [await make("People", count), await make("Films", 1)];
    const cast = await call("POST", `/table/${films.id}/field`, {
      ...{ name: "Cast", type: "link" },
      options: { relationship: "manyMany", foreignTableId: people.id },
    });
    const film = `/table/${films.id}/record/${films.records[0].id}?fieldKeyType=id`;
    const linksOf = ({ fields }: { fields: Record<string, unknown[]> }, field: string) =>
      fields[field]?.length ?? 0;
    const isLinked = async () => linksOf(await call("GET", film), cast.id) === count;

    const fields = { [cast.id]: people.records.map(({ id }: { id: string }) => ({ id })) };
    let hasAnswered = false;
    const linking = call("PATCH", film.replace(/\?.*/, ""), { fieldKeyType: "id", record: { fields } }).then(
      () => (hasAnswered = true),
      () => {},
    );
    while (!(await isLinked()));
    expect(hasAnswered).toBe(false);
    await server.stop("SIGKILL");
    await linking;

    server = await startServer(folder);
    expect(server.output()).toContain("finishing links of calls that were cut off");
    const again = caller(server);
    const { records } = await again("GET", `/table/${people.id}/record?take=1000&fieldKeyType=id`);
    const symmetric = cast.options.symmetricFieldId;
    expect(records.filter((each: never) => linksOf(each, symmetric) === 1)).toHaveLength(count);
    expect(linksOf(await again("GET", film), cast.id)).toBe(count);
  } finally {
    await server.stop("SIGKILL");
    remove();
  }
}, 120_000);
