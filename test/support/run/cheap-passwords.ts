/*
 * A password costs a quarter of a second of a processor, which is what it is for. Tests in process make hundreds, and theirs cost little.
 * A setup file. Deployed functions and servers that tests start have the real cost.
 */
import { passwordCost } from "#lib/data/identity/passwords";
import { baseUrl } from "./target.ts";

if (!baseUrl()) Object.assign(passwordCost, { N: 2 ** 4, p: 1 });
