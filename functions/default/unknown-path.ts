import { fallback } from "#lib/http/fallback";

export const handler = fallback();
