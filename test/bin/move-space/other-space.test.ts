/* Bases that come into the space or leave it while it is being moved: what a base has is where the base is. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { caller, readFolder, startTwo } from "./two-servers.ts";
import { done, fill } from "./world.ts";

test("a base that came into the space meanwhile moves with all that it has, and one that left it stays", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId } = two;
  const world = await fill(two, "http://127.0.0.1:9/");
  // the job that clears a base waits so long: the move waits for it
  await two.restart("a", "SIGTERM", { GRIDLESS_SETTLE_SECONDS: "20" });
  const [a, b] = [caller(servers.a), caller(servers.b)];
  const { id: otherSpace } = await done(a("POST", "/space", { name: "Other" }));
  const aTable = async (baseId: string) =>
    done(
      a("POST", `/base/${baseId}/table/`, {
        name: "Table",
        fields: [{ name: "Name", type: "singleLineText" }],
        records: [{ fields: { Name: "kept" } }],
      }),
    );
  const coming = await done(a("POST", "/base", { spaceId: otherSpace, name: "Coming" }));
  const comingTable = await aTable(coming.id);
  const leaving = world.other;
  const leavingTable = await aTable(leaving.id);
  await done(a("DELETE", `/base/${world.gone.id}/permanent`));

  const move = two.begin();
  let hasEnded = false;
  void move.ended.then(() => (hasEnded = true));
  while (!hasEnded && !/waiting for job/.test(move.output())) await wait(20);
  await done(a("PUT", `/base/${coming.id}/move`, { spaceId }));
  await done(a("PUT", `/base/${leaving.id}/move`, { spaceId: otherSpace }));
  const { code, output } = await move.ended;
  expect({ code, output }).toMatchObject({ code: 0 });

  const names = async (call: typeof a, id: string) =>
    (await done(call("GET", `/table/${id}/record`))).records.map(({ fields }: { fields: object }) => fields);
  expect(await names(b, comingTable.id)).toEqual([{ Name: "kept" }]);
  expect((await a("GET", `/table/${comingTable.id}/record`)).status).toBe(410);
  expect(await names(a, leavingTable.id)).toEqual([{ Name: "kept" }]);
  expect((await a("PATCH", `/base/${leaving.id}`, { name: "Left" })).status).toBe(200);
  expect((await b("GET", `/base/${leaving.id}`)).status).toBe(404);
  // of the space that has moved, nothing takes a base in
  const late = await done(a("POST", "/base", { spaceId: otherSpace, name: "Late" }));
  expect((await a("PUT", `/base/${late.id}/move`, { spaceId })).status).toBe(410);
  expect((await a("PUT", `/base/${coming.id}/move`, { spaceId: otherSpace })).status).toBe(410);

  await two.stop();
  const left = [...(await readFolder(folders.b)).keys()].filter(
    (key) => key.includes(leaving.id) || key.includes(leavingTable.id),
  );
  // its log says that it left
  expect(left).toEqual([]);
}, 240_000);
