/*
 * When nobody works any more by what was so at `now`. A function ends after 29 seconds, so a request that began before a
 * table was deleted may write into it so long; GRIDLESS_SETTLE_SECONDS is for machines on which nobody else works.
 */
const seconds = () => Number(process.env["GRIDLESS_SETTLE_SECONDS"] ?? 60);

export const readSettledTime = (now: string) => new Date(Date.parse(now) + seconds() * 1000).toISOString();
