/* A server of its own, and a client of it, for the tests of lib/client. */
import path from "node:path";
import { expect } from "vitest";
import { GridlessError, gridless } from "#lib/client/index";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";

export type People = { Name?: string; Age?: number; Born?: string; readonly No?: number };

const fields = [
  { type: "singleLineText", name: "Name", unique: true },
  { type: "number", name: "Age" },
  {
    type: "date",
    name: "Born",
    options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "America/New_York" } },
  },
  { type: "autoNumber", name: "No" },
];

/** Starts it; a port of 0 is any. */
export async function clientWorld(environment: Record<string, string> = {}) {
  const { folder, remove } = temporaryFolder();
  const data = path.join(folder, "data");
  let server: Server = await startServer(data, environment);
  const { url, token, baseId, email, password } = server.dev;
  const client = gridless({ url, token });
  let tables = 0;
  return {
    ...{ client, url, token, baseId, email, password, folder },
    base: client.base(baseId),
    /** A new table; gives its id and its name. */
    makeTable: async (more: object[] = []) => {
      const name = `People ${tables++}`;
      const body = { name, fields: [...fields, ...more], records: [] };
      const { id } = await client.request<{ id: string }>("POST", `/base/${baseId}/table`, { body });
      return { id, name };
    },
    /** A token of the same person for the base, with other rights. */
    makeToken: async (scopes: string[]): Promise<string> => {
      const post = (address: string, body: object, more: object = {}) =>
        fetch(url + address, {
          method: "POST",
          headers: { "content-type": "application/json", origin: url, ...more },
          body: JSON.stringify(body),
        });
      const signedIn = await post("/auth/signin", { email, password });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(";", 1)[0])
        .join("; ");
      const body = { name: "Other", scopes, baseIds: [baseId], expiredTime: "2999-12-31" };
      const { token } = (await (await post("/access-token", body, { cookie })).json()) as { token: string };
      return token;
    },
    kill: () => server.stop("SIGKILL"),
    /** Starts it again, where it was. */
    start: async () => {
      server = await startServer(data, { ...environment, PORT: new URL(url).port });
    },
    end: async () => {
      await server.stop("SIGTERM");
      remove();
    },
  };
}

export type ClientWorld = Awaited<ReturnType<typeof clientWorld>>;

/** Rows with different names. */
export const manyPeople = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ Name: `Person ${i}`, Age: i }));

/** The error of a call that must fail. */
export const failure = (call: Promise<unknown>): Promise<GridlessError> =>
  call.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(GridlessError);
      return error as GridlessError;
    },
  );
