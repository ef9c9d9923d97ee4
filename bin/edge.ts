/* npx cdk deploy --app "node bin/edge.ts": the stack with what CloudFront uses in us-east-1 (docs/operations/cdn.md). */
import { synthesizeEdge } from "#lib/stack/edge";
import { printSynthesis } from "#lib/stack/print-synthesis";

await printSynthesis(synthesizeEdge);
