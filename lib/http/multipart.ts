/* A body of multipart/form-data (RFC 7578): by the name of each part its text, or its file; a name that is repeated is a list. */
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";

export async function partsIn(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await read(bytes, contentType);
  const found = new Map<string, (string | File)[]>();
  let count = 0;
  for (const [name, part] of form) {
    if (++count > limits.bodyMembers)
      throw invalid([{ path: "", message: `must hold at most ${limits.bodyMembers} parts` }]);
    const before = found.get(name);
    if (before) before.push(part);
    else found.set(name, [part]);
  }
  return Object.fromEntries([...found].map(([name, parts]) => [name, parts.length > 1 ? parts : parts[0]]));
}

async function read(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    // its reasons are for who writes such parsers
    throw invalid([
      {
        path: "",
        message: "the body is not multipart/form-data with the boundary that its content-type names",
      },
    ]);
  }
}
