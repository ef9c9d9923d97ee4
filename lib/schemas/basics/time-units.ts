/* Units of time. The name of a number says its unit: `ms…` are milliseconds, `seconds…` are seconds. */

export const msPerSecond = 1000;
export const msPerMinute = 60 * msPerSecond;
export const msPerHour = 60 * msPerMinute;
export const msPerDay = 24 * msPerHour;

export const secondsPerMinute = 60;
export const secondsPerHour = 60 * secondsPerMinute;
export const secondsPerDay = 24 * secondsPerHour;

/** The time so many milliseconds after another (before it, if negative); both are ISO 8601 UTC. */
export const timeAfter = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
