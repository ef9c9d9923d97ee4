/* The documentation page: Swagger UI over /openapi.json, with nothing inline but data, so that a strict policy holds. */
import { icon } from "#lib/pages/parts/icon";

/** Only what this service itself serves. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The links are relative: /docs has no slash at its end, so they hold below any path too. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gridless API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<div id="docs"><p>Loading… The same for programs: <a href="openapi.json">openapi.json</a></p></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

export const startScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

fetch("openapi.json")
  .then((answer) => answer.json())
  .then((spec) =>
    SwaggerUIBundle({
      // calls go to where this page is, also below the path of a stage
      spec: { ...spec, servers: [{ url: new URL(".", location.href).href }] },
      dom_id: "#docs",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      persistAuthorization: true,
      tryItOutEnabled: true,
      // would ask a server that is not ours
      validatorUrl: null,
    }),
  );
`;

/** Leaves out what has only one choice, and makes room on a telephone. */
export const styleSheet = `body { margin: 0; }
#docs > p { margin: 2rem; font-family: sans-serif; }

.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .renderedMarkdown code { padding: 1px 3px; overflow-wrap: anywhere; }
.swagger-ui .info details { margin: 1rem 0; }
.swagger-ui .info summary { cursor: pointer; font-weight: bold; }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table tr :is(th, td, td:first-of-type) { padding: 0.2rem 1.5rem 0.2rem 0; }
.swagger-ui .info .info__license { display: none; }

.swagger-ui .response-col_links,
.swagger-ui .response-controls:not(:has(option + option)),
.swagger-ui .opblock-section-header label:not(:has(option + option)) { display: none; }
.swagger-ui .responses-table .response > td { padding-top: 1rem; }
html.dark-mode .swagger-ui :is(.header-col, .examples-select__section-label) { color: #e4e6e6; }

@media (max-width: 40rem) {
  .swagger-ui .wrapper, .swagger-ui .info + div { padding: 0 0.6rem; }
  .swagger-ui .opblock .opblock-section-header { padding: 0.5rem; }
  .swagger-ui .table-container, .swagger-ui .responses-inner { padding: 0.5rem; }
  .swagger-ui .responses-table, .swagger-ui .parameters { table-layout: fixed; }
  .swagger-ui .response-col_status, .swagger-ui .parameters-col_name { width: 5.5rem; }
  .swagger-ui .response-col_status { width: 3rem; }
  .swagger-ui .parameter__name.required::after { display: block; top: 0; padding: 0; }
  .swagger-ui .parameters :is(input, select) { max-width: 100%; min-width: 0; width: 100%; }
  .swagger-ui .opblock-summary { flex-wrap: wrap; }
}
`;
