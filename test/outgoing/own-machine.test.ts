import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { fileUrl } from "#test/support/makers/file-server";
import { startServer } from "#test/support/requests/server";

test.each([
  ["127.0.0.1", 201],
  ["0.0.0.0", 400],
])("npm start at %s is answered %i for an address on its machine", async (HOST, status) => {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, { HOST });
  try {
    const { token, baseId, url } = server.dev;
    const post = (path: string, body: object) =>
      fetch(url.replace("0.0.0.0", "127.0.0.1") + path, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const fields = [
      { type: "singleLineText", name: "Name" },
      { type: "attachment", name: "Files" },
    ];
    const made = await post(`/base/${baseId}/table/`, { fields, records: [{ fields: {} }] });
    const table = (await made.json()) as { id: string; fields: { id: string }[]; records: { id: string }[] };
    const cell = `/table/${table.id}/record/${table.records[0]?.id}/${table.fields[1]?.id}`;
    expect((await post(`${cell}/uploadAttachment`, { fileUrl: await fileUrl() })).status).toBe(status);
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
});
