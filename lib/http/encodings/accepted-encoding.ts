/* Which coding of an answer the caller likes best (RFC 9110, 12.5.3). */

/** In the order in which they are taken where the caller likes several equally; no coding is `identity`. */
const codings = ["br", "gzip", "identity"] as const;
export type Coding = (typeof codings)[number];

/** How much the value of Accept-Encoding likes each coding: 0 to 1, where 0 refuses it. */
export function preferencesIn(accepted: string): Record<Coding, number> {
  const listed = new Map(accepted.toLowerCase().split(",").map(oneIn));
  const other = listed.get("*");
  // no coding at all is always acceptable, and liked least, unless it is listed
  return {
    br: listed.get("br") ?? other ?? 0,
    gzip: listed.get("gzip") ?? listed.get("x-gzip") ?? other ?? 0,
    identity: listed.get("identity") ?? other ?? 0.0001,
  };
}

/** The coding that is liked best; `identity` too if all are refused: an answer that a caller did not want is better than none. */
export function bestOf(liked: Record<Coding, number>): Coding {
  const most = Math.max(...codings.map((each) => liked[each]));
  return (most > 0 && codings.find((each) => liked[each] === most)) || "identity";
}

function oneIn(part: string): [name: string, quality: number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
  const quality = parameters.find((each) => each.startsWith("q="))?.slice(2);
  const liked = quality === undefined ? 1 : Number(quality);
  return [name, liked >= 0 && liked <= 1 ? liked : 0];
}
