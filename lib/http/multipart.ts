/* A body of multipart/form-data (RFC 7578). */
import { invalid, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { isTextOf } from "#lib/schemas/basics/utf8";

/** The text or file of each part, by its name; a repeated name gives a list. Throws 400 if the body is malformed. */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await read(bytes, contentType);
  const found = new Map<string, (string | File)[]>();
  let count = 0;
  for (const [name, part] of form) {
    if (++count > limits.bodyMembers)
      throw invalid([{ path: "", message: `at most ${limits.bodyMembers} parts` }]);
    if (!isTextOf(bytes, typeof part === "string" ? part : part.name))
      throw invalid([{ path: pathOf([name]), message: "its text or file name is not UTF-8" }]);
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
    // the parser's own reason does not help the caller
    throw invalid([
      {
        path: "",
        message: "the body is not multipart/form-data with the boundary that its content-type names",
      },
    ]);
  }
}
