import { fallback } from "#lib/http/fallback";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = fallback({ nothingHere: errorPage });
