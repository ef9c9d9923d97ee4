/*
 * The app that people open in a browser: one page for all of its paths, and the files that this page loads. They are built once
 * (build/build-app.ts): beside the function on AWS, at the first request of `npm start`, and there again after each change.
 */
import type { Around, File } from "#lib/http/definition";
import { besideFunction, madeText } from "#lib/http/document";
import { bestOf, preferencesIn } from "#lib/http/encodings/accepted-encoding";
import { publicOrigin, socketAddress } from "#lib/schemas/basics/public-origin";

/** A file in base64: as it is, and compressed. */
export interface BuiltFile {
  type: string;
  body: string;
  br: string;
  gzip: string;
}

export interface BuiltApp {
  /** The HTML of the page. */
  page: string;
  /** The same for a table: it names the scripts of a table too, so that none of them waits for another one. */
  tablePage: string;
  /** By their names, each with a hash of its contents. */
  files: { [name: string]: BuiltFile };
}

let source = madeText(() => besideFunction("app.json")).read;
let known: { text: string; app: BuiltApp } | undefined;

/** Takes the app, as JSON, from this function. It is asked for every request, so it should keep what it gave. */
export function readAppFrom(given: () => Promise<string>): void {
  source = given;
}

/** The app. It is parsed again only if it has changed. */
async function readApp(): Promise<BuiltApp> {
  const text = await source();
  if (known?.text !== text) known = { text, app: JSON.parse(text) };
  return known.app;
}

/**
 * Scripts come only from this service, and are never made of texts: the browser itself refuses `innerHTML` and the like. The stylesheet is a
 * file too; what a script sets by `element.style` needs no exception.
 */
function contentSecurityPolicy(): string {
  // on AWS files and the socket have hosts of their own
  const files = process.env["GRIDLESS_FILES_ORIGIN"];
  const filesToo = files ? ` ${files}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${filesToo}`,
    `media-src 'self'${filesToo}`,
    // a PDF in the large view: what else is there is no page (lib/files/disposition.ts)
    `frame-src ${files ?? `${publicOrigin()}/attachments/read/`}`,
    `connect-src 'self' ${new URL(socketAddress()).origin}${filesToo}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const pageHeaders = () => ({
  "content-security-policy": contentSecurityPolicy(),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
});

/** What is below `/app`: nothing, a base, a table in it, or a view of that. */
const pagePath = /^(?:bse[0-9A-Za-z]{16}(\/tbl[0-9A-Za-z]{16}(?:\/viw[0-9A-Za-z]{16})?)?\/?)?$/;
const filePath = /^assets\/([\w.-]+)$/;

/** A year: nothing else ever has this name. */
const longest = 31_536_000;

/** What is at a path below `/app`, without its first slash; undefined if nothing is. A file of an earlier build is gone. */
export async function findInApp(below: string): Promise<File | undefined> {
  const shown = pagePath.exec(below);
  if (shown) {
    const { page, tablePage } = await readApp();
    const body = shown[1] ? tablePage : page;
    return { contentType: "text/html; charset=utf-8", body, maxAge: 0, headers: pageHeaders() };
  }
  const file = await findFile(below);
  if (!file) return undefined;
  const headers = { "x-content-type-options": "nosniff" };
  return { contentType: file.type, body: bytesOf(file.body), maxAge: longest, headers };
}

async function findFile(below: string): Promise<BuiltFile | undefined> {
  const name = filePath.exec(below)?.[1];
  if (name === undefined) return undefined;
  // a name stands for its contents, so a file that is known is not looked for again; the page says when there are others
  const { files } = known && Object.hasOwn(known.app.files, name) ? known.app : await readApp();
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

/** Files of the app are never asked for again, and are sent as they were compressed at the build. */
export async function answerPacked(...[run, event]: Parameters<Around>): ReturnType<Around> {
  const answer = await run();
  const file = answer.statusCode === 200 ? await findFile(event.rawPath.replace(/^\/app\//, "")) : undefined;
  if (!file) return answer;
  const headers = { ...answer.headers, "cache-control": `${answer.headers?.["cache-control"]}, immutable` };
  const coding = bestOf(preferencesIn(event.headers["accept-encoding"] ?? ""));
  if (coding === "identity") return { ...answer, headers };
  return { ...answer, headers: { ...headers, "content-encoding": coding }, body: file[coding] };
}

const bytesOf = (base64: string) => Buffer.from(base64, "base64");
