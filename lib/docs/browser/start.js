/* The script of the documentation page. All text is in the HTML; this adds search, samples, the token and the calls. */
import { followHash, startContents } from "./contents.js";
import { startMyTable } from "./my-table.js";
import { startQuickStart } from "./quick-start.js";
import { startSamples } from "./samples.js";
import { startSearch } from "./search.js";
import { startToken } from "./token.js";
import { startTrying } from "./try-it.js";

startSamples();
startContents();
startTrying();
startQuickStart();
startSearch();
startMyTable();
// last: it tells the others about a token that the address brings
startToken();
followHash();
