/* The call that a part of the HTML describes, an operation or a step, with what this page knows: the token, ids, a table of the reader. */
import { known, serviceUrl } from "./known.js";
import { withMine } from "./my-examples.js";

/** As languages.js takes it. Without a token, ids and the address stay variables, unless `isFilled`. */
export function callOf(place, isFilled = Boolean(known.token)) {
  const { operation = place.id, method, path, needs, answers, query = "[]" } = place.dataset;
  const body = place.querySelector(".body-example")?.textContent;
  const call = {
    ...{ operation, method, path, needs, answers },
    query: [...JSON.parse(query), ...requiredQuery(place)],
    ...(body !== undefined && { body: JSON.parse(body) }),
    values: isFilled ? { url: serviceUrl, ...idsFor(path) } : {},
    token: known.writesToken ? known.token : "",
  };
  return withMine(call, known.my);
}

/** The ids that are known for a path: the access token is none of them. A button has a field of its own. */
export function idsFor(path) {
  const { token: _, my, ...ids } = known;
  return /button-(click|reset)$/.test(path) && my?.button ? { ...ids, fieldId: my.button.id } : ids;
}

const requiredQuery = (place) =>
  [...place.querySelectorAll('.parameters > [data-in="query"][data-required]')].flatMap(
    ({ dataset: { name, list, example = "…" } }) =>
      list === undefined ? [[name, example]] : example.split(",").map((each) => [name, each]),
  );
