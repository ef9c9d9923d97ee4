/* Finds the file of ours that an address leads to: the addresses that announce and notify give. */
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { publicPartAt } from "#lib/schemas/records/file-token";
import { isInBucket } from "./s3.ts";

const permanent = /^(?:\/api)?\/attachments\/([0-9A-Za-z]{24})$/;
const onOneMachine = /^(?:\/api)?\/attachments\/read\/([0-9A-Za-z]{10})$/;

/** A file of ours by its token, or by the public part of it. */
export interface OwnFile {
  token?: string | undefined;
  part?: string | undefined;
}

/** The file of this service at an address, absolute or a path; undefined for an address elsewhere. Whether the caller may read it is not checked. */
export function ownFileAt(address: string): OwnFile | undefined {
  const origin = new URL(publicOrigin()).origin;
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (!url) return undefined;
  if (isInBucket(url))
    return { part: publicPartAt(url.pathname.slice(url.pathname.indexOf("attachments/"))) };
  if (url.origin !== origin) return undefined;
  return { token: permanent.exec(url.pathname)?.[1], part: onOneMachine.exec(url.pathname)?.[1] };
}
