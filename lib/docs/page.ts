/* The documentation page: Swagger UI over /openapi.json, with nothing inline but data, so that a strict policy holds. */

/** Only what this service itself serves. Swagger UI puts style elements into its page. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%232f6feb' d='M1 2h4v3H1zm5 0h9v3H6zM1 6h4v3H1zm5 0h9v3H6zM1 10h4v4H1zm5 0h9v4H6z'/%3E%3C/svg%3E";

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
<div id="docs"><p>Loading… The same as a document for programs: <a href="openapi.json">openapi.json</a></p></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

export const startScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  // would ask a server that is not ours
  validatorUrl: null,
});
`;

export const styleSheet = `body { margin: 0; }
`;
