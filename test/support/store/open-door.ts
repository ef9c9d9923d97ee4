/*
 * Loaded into npm start before all else (--import): the tests of a run that asks this server also look into its store. They
 * get a door to it, whose address is written to GRIDLESS_TEST_DOOR.
 */
import { writeFileSync } from "node:fs";
import * as sdk from "@aws-sdk/client-dynamodb";
import type { Engine } from "#lib/local/embedded/open-engine";
import { client } from "#lib/store/client";
import { openDoor } from "./door.ts";

type Command = new (input: object) => sdk.GetItemCommand;

/** By the client of lib/store, under which the server puts its engine. */
const execute: Engine["execute"] = async (operation, input) => {
  const { [`${operation}Command`]: command } = sdk as unknown as Record<string, Command | undefined>;
  if (!command) throw new Error(`the SDK has no ${operation}`);
  const { $metadata: _, ...output } = await client().send(new command(input));
  return output;
};

writeFileSync(process.env["GRIDLESS_TEST_DOOR"] ?? "", await openDoor({ execute }));
