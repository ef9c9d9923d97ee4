export type Parts = Record<string, string | File | (string | File)[]>;

/** Body and content type of a form, as a client sends them; a list is sent under its name several times. */
export async function asForm(parts: Parts) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) for (const each of [part].flat()) form.append(name, each);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return [Buffer.from(await sent.arrayBuffer()), { "content-type": type }] as const;
}
