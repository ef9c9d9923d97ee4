/** Body and content type of a form, as a client sends them. */
export async function asForm(parts: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return [Buffer.from(await sent.arrayBuffer()), { "content-type": type }] as const;
}
