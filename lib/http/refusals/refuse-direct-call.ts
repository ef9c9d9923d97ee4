/*
 * Where CloudFront is before the API (the setting `cdn`), each call that comes through it has a secret in a header. Such a call gets the host
 * that people see and the address of the viewer, so that all checks of both work as without it. A call without the secret came to the API
 * directly, where no web ACL looks at it: it is refused, or its headers are not trusted.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { AppError } from "#lib/schemas/basics/error";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import type { Event } from "../call.ts";
import { failure } from "../respond.ts";

/** The headers that CloudFront sends to the API: the secret, and the address of the viewer. */
export const secretHeader = "x-gridless-cdn";
export const viewerHeader = "x-gridless-viewer";

/**
 * Takes both headers out of the event, whatever they are. Gives the refusal of a call that did not come through CloudFront, where that is the only way;
 * otherwise undefined.
 */
export function refuseDirectCall(event: Event): APIGatewayProxyStructuredResultV2 | undefined {
  const { [secretHeader]: secret = "", [viewerHeader]: viewer = "", ...headers } = event.headers;
  event.headers = headers;
  const { requestId, http } = event.requestContext;
  if (isOurs(secret)) {
    headers["host"] = new URL(publicOrigin()).host;
    // anything else is an address of CloudFront's, never one that a caller wrote
    if (isIP(viewer)) http.sourceIp = viewer;
    return undefined;
  }
  if (process.env["GRIDLESS_CDN"] !== "on") return undefined;
  const message = `This address is not for callers: call ${publicOrigin()}`;
  return failure(new AppError("restricted_resource", message), requestId);
}

/** Whether it is one of the secrets. It takes the same time for each text, and compares with all of them. */
function isOurs(sent: string): boolean {
  const given = digestOf(sent);
  const secrets = (process.env["GRIDLESS_CDN_SECRETS"] ?? "").split(" ").filter(Boolean);
  return secrets.map((each) => timingSafeEqual(digestOf(each), given)).includes(true);
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
