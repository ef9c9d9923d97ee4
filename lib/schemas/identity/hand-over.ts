/* A command on the computer of the person asks for a token: where it waits, and the key for which the token is sealed. */
import * as z from "zod";

/** The members that stand in the address of the page and in its form. */
const port = z
  .string()
  .regex(/^[1-9]\d{3,4}$/, "must be a port from 1024 to 65535")
  .refine((text) => Number(text) >= 1024 && Number(text) <= 65_535, "must be a port from 1024 to 65535")
  .meta({ description: "The port of 127.0.0.1 at which a command waits for the token.", example: "49152" });
const state = z
  .string()
  .regex(/^[\w-]{16,128}$/, "must have 16 to 128 letters, digits, - and _")
  .meta({ description: "Sent back to the command unchanged.", example: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6" });
const key = z
  .string()
  .regex(/^[\w-]{43}$/, "must be an X25519 public key: 32 bytes in base64url")
  .meta({
    description: "The X25519 public key for which the token is sealed, in base64url.",
    example: "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",
  });

export const HandOver = z.object({ port, state, key });
export type HandOver = z.infer<typeof HandOver>;

/** All three or none of them are sent. */
const Sent = HandOver.partial();
type Sent = z.infer<typeof Sent>;
export const handOverMembers = Sent.shape;

export const handOverIn = ({ port, state, key }: Sent): HandOver | undefined =>
  port !== undefined && state !== undefined && key !== undefined ? { port, state, key } : undefined;

/** For `refine`: the members that were sent make a whole. */
export const isHandOver = ({ port, state, key }: Sent): boolean =>
  new Set([port, state, key].map((each) => each === undefined)).size === 1;
export const handOverFault = { path: ["key"], error: "port, state and key must be set together" };

const one = z.string().optional().catch(undefined);

/** The query of the page for a new token. What other sites add to links is ignored. */
export const NewTokenQuery = z
  .looseObject({
    ...handOverMembers,
    name: one.meta({ description: "A name to begin with.", example: "gridless on laptop" }),
    may: one.meta({ description: "What the token may do, to begin with.", example: "write" }),
  })
  .refine(isHandOver, handOverFault);
export type NewTokenQuery = z.infer<typeof NewTokenQuery>;
