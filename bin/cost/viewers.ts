/* What it costs that a thousand people follow changes for an hour, by asking again and by a socket. */

interface Prices {
  /** USD of one request for changes. */
  ask: number;
  /** One message of a WebSocket of 32 KB, and a minute of a connection. */
  message: number;
  connectionMinute: number;
  /** One start of a function, and a second of it. */
  start: number;
  second: number;
  readUnit: number;
  writeUnit: number;
  /** One request to a queue. */
  queueRequest: number;
}

const viewers = 1000;
const minutes = 60;
const seconds = 60 * minutes;

/** Bases, viewers of each, and hints a second of each base. */
const scenes = [
  { title: "200 bases of 5 viewers, a change in 10 s", bases: 200, each: 5, rate: 0.1 },
  { title: "50 bases of 20 viewers, a change in 2 s", bases: 50, each: 20, rate: 0.5 },
  { title: "1 base of 1,000 viewers, changes all the time", bases: 1, each: 1000, rate: 1 },
];

/** Twenty viewers are read with a unit; 25 messages are posted side by side, 8 ms each (assumed). */
const [viewersPerUnit, atOnce, postSeconds] = [20, 25, 0.008];

/** The rows of the table. */
export function countViewers(prices: Prices): string[] {
  const asking = (every: number) => ((viewers * seconds) / every) * prices.ask;
  const open =
    viewers * minutes * prices.connectionMinute +
    // a ping each eight minutes, a request each minute, and a new connection each two hours
    (viewers * minutes * (prices.message + prices.writeUnit)) / 8 +
    asking(60) +
    (viewers / 2) * (6 * prices.writeUnit + 2 * prices.start + prices.ask);
  const row = (title: string, usd: number) => `| ${title} | ${usd.toFixed(2)} |`;
  const hinted = ({ title, bases, each, rate }: (typeof scenes)[number]) => {
    const hints = bases * rate * seconds;
    const one =
      3 * prices.queueRequest +
      prices.start +
      Math.ceil(each / viewersPerUnit) * prices.readUnit +
      2 * prices.writeUnit +
      (Math.ceil(each / atOnce) * postSeconds + 0.02) * prices.second +
      each * prices.message;
    return row(`connected; ${title}`, open + hints * one);
  };
  return [
    "| 1,000 viewers for an hour | USD |",
    "| --- | --- |",
    ...[2, 10, 30, 60].map((every) => row(`asking every ${every} s`, asking(every))),
    row("connected, nothing changes", open),
    ...scenes.map(hinted),
  ];
}
