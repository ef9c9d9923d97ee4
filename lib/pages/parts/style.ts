/*
 * The style of all pages. Contrast is at least 4.5 : 1 for text and 3 : 1 for the edges of controls, both light and dark;
 * buttons, links and inputs are at least 44 pixels high.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --sheet: #fff; --ink: #1c2026; --soft: #59616d; --line: #d9dde3; --edge: #838c99;
  --accent: #1f5fd6; --on-accent: #fff; --wrong: #b3261e; --wrong-ground: #fdf0ef; --good: #17683a; --good-ground: #edf7f0;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  background: var(--ground); color: var(--ink);
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151a; --sheet: #1a1e25; --ink: #e8eaee; --soft: #a3acb9; --line: #2f3641; --edge: #76808f;
    --accent: #8ab4ff; --on-accent: #0b1220; --wrong: #ffb4ab; --wrong-ground: #331a1a; --good: #8bd8a5; --good-ground: #14291c;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
.frame { max-width: 27rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.frame.wide { max-width: 46rem; }
.frame.most { max-width: 90rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem; font-weight: 650; color: inherit; text-decoration: none; }
.brand svg { width: 1.25rem; height: 1.25rem; fill: var(--accent); }
main, section.card { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
main { margin-top: .5rem; }
.wide main { background: none; border: 0; padding: 0; }
section.card { margin-top: 1.25rem; }
@media (max-width: 30rem) { main, section.card { padding: 1.25rem 1rem; } }

h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1.25rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .35rem; }
p, ul, dl { margin: 0 0 1rem; }
ul { padding-left: 1.25rem; }
main > :last-child, section > :last-child, .problem > :last-child, .notice > :last-child, li > :last-child { margin-bottom: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
.note, .hint { color: var(--soft); font-size: .9rem; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.links a { display: inline-flex; align-items: center; min-height: 2.75rem; }
code, input.secret:read-only { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9em; }
pre { margin: 0 0 1rem; padding: .75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground); white-space: pre-wrap; }

form { margin: 0; }
.field { margin-bottom: 1.25rem; }
.field > label, legend { display: block; font-weight: 600; padding: 0; }
fieldset > .wrong { margin: 0; }
.field > p { margin: 0 0 .35rem; }
input:not([type=checkbox], [type=radio]), select, textarea {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--sheet); border: 1px solid var(--edge); border-radius: .5rem;
}
.field > label + input, .field > label + select, .field > label + textarea, .field > input + p { margin-top: .35rem; }
[readonly] { background: var(--ground) !important; }
[aria-invalid=true] { border: 2px solid var(--wrong) !important; }
.wrong { color: var(--wrong); font-size: .9rem; font-weight: 600; }
input[type=checkbox], input[type=radio] { flex: none; width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; accent-color: var(--accent); }
fieldset { min-width: 0; margin: 0 0 1.25rem; padding: 0; border: 0; }
.choice { display: flex; gap: .75rem; padding: .55rem 0; min-height: 2.75rem; cursor: pointer; }
.choice .hint { display: block; }
.field > .choice { display: flex; font-weight: inherit; }
.lines { white-space: pre-line; }
.marks { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.choices { max-height: 20rem; overflow-y: auto; }
.cover, .logo { display: block; max-width: 100%; margin: 0 0 1rem; border-radius: .5rem; }
.cover { width: 100%; max-height: 14rem; object-fit: cover; }
.logo { max-height: 4rem; }

button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.25rem;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
button:hover, .button:hover { filter: brightness(1.08); }
button.quiet, .button.quiet { background: none; color: var(--accent); border-color: var(--edge); }
button.danger { background: none; color: var(--wrong); border-color: var(--wrong); }
form.alone button[type=submit] { width: 100%; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

.problem, .notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid; border-left-width: 4px; }
.problem { border-color: var(--wrong); background: var(--wrong-ground); color: var(--wrong); }
.problem a { color: inherit; }
.notice { border-color: var(--good); background: var(--good-ground); color: var(--good); }

.rows { margin: 0 0 1rem; padding: 0; list-style: none; }
.rows > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
.scrolled { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; }
table { border-collapse: collapse; min-width: 100%; }
th, td { padding: .6rem .9rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); max-width: 24rem; min-width: 6rem; overflow-wrap: break-word; white-space: pre-line; }
th[scope="row"] { min-width: min(12rem, 45vw); }
.date, .number { white-space: nowrap; }
thead th { border-top: 0; white-space: nowrap; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 600; position: sticky; left: 0; max-width: min(24rem, 45vw); background: var(--sheet); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
details { margin: 0 0 .5rem; }
summary { display: list-item; padding: .6rem 0; min-height: 2.75rem; cursor: pointer; color: var(--accent); font-weight: 600; }
.group { border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem; }
.group[open] { padding-bottom: .5rem; }
details .note { margin-bottom: .75rem; }
details + form, form + p { margin-top: 1rem; }
/* choices that a radio button opens; a browser without :has shows them always */
.opened { margin: .25rem 0 .5rem 2rem; }
fieldset:has(> .choice > input[value=chosen]:not(:checked)) > .opened { display: none; }
@media (max-width: 30rem) { .opened { margin-left: 0; } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .15s; } }
`;
