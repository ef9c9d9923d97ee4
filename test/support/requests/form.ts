/* A form as a browser sends it from a page of ours, and the page that comes back. */
import { expect } from "vitest";
import type { Endpoint } from "#lib/http/endpoint";
import { type Answer, type Asking, call, fromOurPage } from "./call.ts";

export function submit(
  endpoint: Endpoint,
  fields: Record<string, string | string[]>,
  asking: Asking = {},
): Promise<Answer> {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return call(endpoint, {
    ...asking,
    body: new URLSearchParams(pairs).toString(),
    headers: {
      ...fromOurPage(),
      "content-type": "application/x-www-form-urlencoded",
      ...asking.headers,
    },
  });
}

/** What it says, as text; a page is kept by nobody, and shown in no frame. */
export function pageIn({ body, headers }: Answer<unknown>): string {
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
  const policy = headers["content-security-policy"];
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self' data:/);
  expect(policy).toMatch(/; form-action 'self'.*; base-uri 'none'; frame-ancestors 'none'$/);
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
  const html = String(body);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/<script|\son\w+=|\sstyle=/);
  return html;
}

/** The title of a page. */
export const titleOf = (answer: Answer<unknown>) => /<h1>(.*?)<\/h1>/.exec(pageIn(answer))?.[1];
/** Of a page that goes on by itself: where to. */
export const nextOf = (answer: Answer<unknown>) =>
  /<meta http-equiv="refresh" content="0; url=(.*?)">/.exec(pageIn(answer))?.[1]?.replaceAll("&amp;", "&");
