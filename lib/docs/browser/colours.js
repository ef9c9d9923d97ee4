/* Colours for samples that this page writes: strings, words and numbers, in the classes that highlight.js has in the HTML. */
const shell = /('[^']*'|"(?:\\.|[^"\\$]|\$)*")|(\$\w+)/g;
const program =
  /("(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)|\b(import|from|const|for|await|of|if|throw|new|with|as|true|false|null|True|False|None)\b|\b(\d+(?:\.\d+)?)\b|([A-Za-z_$][\w$]*)(?=:\s)/g;
const kinds = { shell: ["string", "variable"], program: ["string", "keyword", "number", "attr"] };

/** The nodes of a text in a language of languages.js, or of JSON. */
export function coloured(text, language) {
  const [pattern, names] = language === "curl" ? [shell, kinds.shell] : [program, kinds.program];
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const span = document.createElement("span");
    span.className = `hljs-${names[match.slice(1).findIndex(Boolean)]}`;
    span.textContent = match[0];
    nodes.push(text.slice(at, match.index), span);
    at = match.index + match[0].length;
  }
  return [...nodes, text.slice(at)];
}
