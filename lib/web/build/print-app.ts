/* Prints the built app as JSON. `npm start` runs it in a process of its own, whose memory is free afterwards. */
import { buildApp } from "./build-app.ts";

process.stdout.write(JSON.stringify(await buildApp()));
