/* One file as large as the window, by what it is. The policy of the page lets none of it run scripts. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type CellFile, pictureOf, shownKindOf } from "./cell-file.ts";
import { fileTexts } from "./texts.ts";

interface LargeFileProps {
  file: CellFile;
  /** Reads its address again. */
  read: () => Promise<void>;
}

export function LargeFile({ file, read }: LargeFileProps) {
  // a browser lacks a format that others have, or the address is too old
  const tries = useSignal(0);
  const { name, presignedUrl } = file;
  async function fail() {
    if (tries.value === 0) await read().catch(() => {});
    tries.value++;
  }
  const kind = shownKindOf(file);
  const picture = kind === "picture" ? presignedUrl : pictureOf(file, "lg");
  const missing = <p class="hint">{fileTexts.notShown}</p>;
  // asked for anew at each try, also if its address is the same
  const frame = (child: ComponentChildren) => (
    <div class="large-file" key={tries.value}>
      {child}
    </div>
  );
  if (!presignedUrl || tries.value > 1) return frame(missing);
  if (picture) return frame(<img src={picture} alt={name} onError={fail} />);
  if (kind === "video" || kind === "audio") {
    const Player = kind;
    return frame(<Player src={presignedUrl} controls preload="metadata" aria-label={name} onError={fail} />);
  }
  if (kind === "pdf") return frame(<iframe src={presignedUrl} title={name} />);
  if (kind === "text") return frame(<LargeText address={presignedUrl} name={name} fail={fail} />);
  return frame(missing);
}

/** So much of a text is read, in bytes. */
const mostText = 256 * 1024;

function LargeText({ address, name, fail }: { address: string; name: string; fail: () => Promise<void> }) {
  const text = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    readText(address, ending.signal).then(
      (found) => {
        text.value = found;
      },
      () => {
        if (!ending.signal.aborted) void fail();
      },
    );
    return () => ending.abort();
  }, [address]);
  return <textarea readOnly aria-label={name} value={text.value ?? fileTexts.reading} />;
}

/** The first bytes of a file as a text. */
async function readText(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(String(answer.status));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.length < mostText) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return `${text.slice(0, mostText)}\n\n${fileTexts.goesOn}`;
}
