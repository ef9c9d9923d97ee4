/* What CloudFront before the API costs, and a web ACL. docs/operations/most-billed.md has these lines. */
import { price } from "./prices.ts";

/** Rules of the web ACL (lib/stack/edge.ts). */
const rules = 2;

/** The table of the page: what is added by each setting. No setting limits the requests that reach CloudFront. */
export function edgeLines(): string[] {
  const cdn = { million: price.edgeRequest + price.edgeFunction, month: price.secret };
  const withAcl = {
    million: cdn.million + price.aclRequest,
    month: cdn.month + price.acl + rules * price.aclRule,
  };
  const row = (what: string, { million, month }: typeof cdn) =>
    `| ${what} | ${(million * 1e6).toFixed(2)} | ${month.toFixed(2)} |`;
  return [
    "| USD | a million requests | a month |",
    "| --- | ---: | ---: |",
    row("`cdn`", cdn),
    row("`cdn` and `webAclArn`", withAcl),
  ];
}
