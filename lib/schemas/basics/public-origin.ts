/*
 * The public address of the service, for links in mails and as the issuer of tokens. It is a setting (GRIDLESS_ORIGIN, from the
 * stack or npm start) and never taken from a request: a caller who requests a mail must not choose where its link leads.
 */

/** For example `https://gridless.example.com`, without a slash at the end. */
export const publicOrigin = (): string => process.env["GRIDLESS_ORIGIN"] ?? "http://localhost";

/** An address of another site as it is, any other text as a path of this service. */
export const absoluteAddress = (address: string): string =>
  /^https?:\/\//i.test(address) ? address : `${publicOrigin()}/${address.replace(/^\/+/, "")}`;

/** The address of the socket: a host of its own on AWS (GRIDLESS_SOCKET, from the stack), otherwise a path of this service. */
export const socketAddress = (): string =>
  process.env["GRIDLESS_SOCKET"] || `${publicOrigin().replace(/^http/, "ws")}${socketPath}`;

/** The path of the socket on one machine. */
export const socketPath = "/socket";
