/*
 * What a search finds, and in which order. All words of a question must be known: in the name of a place, in the words that people use for it
 * (words.js), or in its text. Nothing is better than noise: a part of a word counts in names only, and so does a typing error.
 */
import { fillers, meanings } from "./words.js";

const nonWord = /[^\p{Letter}\p{Number}]+/u;

/** The word as all its forms: "retries" and "retrying" find "retry". */
const stemOf = (word) =>
  word
    .toLowerCase()
    .replace(/(?<=\w{2})ies$/, "y")
    .replace(/(?<=\w{3})s$/, "")
    .replace(/(?<=\w{4})ing$/, "");
const wordsIn = (text) => text.split(nonWord).filter(Boolean).map(stemOf);
const isFiller = (word) => fillers.has(word);
/** The words that count; all of them if each is a filler, such as the function `IF`. */
const wantedIn = (text) => {
  const words = wordsIn(text);
  const wanted = words.filter((word) => !isFiller(word));
  return wanted.length > 0 ? wanted : words;
};

const names = ["title", "name", "also"];

/** Prepares a search over places: `{ id, title, name, text, kind }`. Gives a function from a question to the places found, best first. */
export function makeFinder(MiniSearch, places) {
  const index = new MiniSearch({
    fields: [...names, "text"],
    storeFields: ["title", "kind"],
    extractField: (place, field) => (field === "also" ? (meanings[place.id] ?? "") : place[field]),
    processTerm: stemOf,
    // createRecords is found by "create" and "records" too
    tokenize: (text) => [
      ...text.split(nonWord),
      ...text.split(/[^\p{Letter}\p{Number}]+|(?<=[a-z])(?=[A-Z])/u),
    ],
    searchOptions: {
      boost: { title: 4, name: 3, also: 3 },
      prefix: true,
      combineWith: "AND",
      // who searches wants to know how first
      boostDocument: (_, __, { kind }) => (kind.startsWith("Guide") ? 2 : kind === "Schema" ? 0.5 : 1),
      tokenize: (text) => text.split(nonWord).filter(Boolean),
    },
  });
  index.addAll(places);
  const vocabulary = new Set(places.flatMap(({ title, id }) => wordsIn(`${title} ${meanings[id] ?? ""}`)));
  const phrases = new Map();
  for (const [id, text] of Object.entries(meanings))
    for (const phrase of text.split(", ")) {
      const key = keyOf(phrase);
      phrases.set(key, new Set(phrases.get(key)).add(id));
    }

  const search = (words) => {
    const found = index.search(words.join(" ")).filter((place) => isClear(place, words));
    const [best] = found;
    return found.filter(({ score }) => score > best.score * weakest);
  };

  return (question) => {
    let asked = wantedIn(question.slice(0, longest));
    let found = search(asked);
    const meaning = () => phrases.get(inOrder(asked));
    if (found.length === 0 && !meaning()) {
      const mended = asked.map((word) => mend(word, vocabulary, () => search([word]).length > 0));
      if (!mended.every(Boolean)) return [];
      asked = mended;
      found = search(asked);
    }
    const meant = meaning() ?? new Set();
    const rank = ({ title }) => rankOf(wantedIn(title), asked);
    return [
      ...places.filter(({ id }) => meant.has(id)),
      ...found.filter(({ id }) => !meant.has(id)).sort((one, other) => rank(other) - rank(one)),
    ];
  };
}

/** A longer question is cut: a page of text is none. */
const longest = 200;

/** The least part of the best score that still counts. */
const weakest = 0.05;

/** The same for words in any order and form, without fillers. */
const keyOf = (text) => inOrder(wantedIn(text));
const inOrder = (words) => words.toSorted().join(" ");

/** A title that begins with what was asked comes before one that has all of it; then any other. */
function rankOf(title, asked) {
  if (asked.every((word, i) => title[i] === word)) return 2;
  return asked.every((word) => title.some((each) => each.startsWith(word))) ? 1 : 0;
}

/** Whether each word is in the place as a whole, or begins a word of its names. A filler must be its whole name. */
function isClear({ match, title }, words) {
  const found = Object.entries(match);
  return words.every((word) =>
    isFiller(word)
      ? wordsIn(title).join(" ") === words.join(" ")
      : found.some(
          ([term, fields]) =>
            term === word || (term.startsWith(word) && fields.some((field) => names.includes(field))),
        ),
  );
}

/** The word, or the one that was meant by a typing error; undefined if there is none so close. */
function mend(word, vocabulary, isKnown) {
  if (isKnown()) return word;
  const most = word.length > 8 ? 2 : word.length > 4 ? 1 : 0;
  const close = [...vocabulary].filter((each) => each[0] === word[0] && distance(word, each) <= most);
  return close.toSorted((one, other) => distance(word, one) - distance(word, other))[0];
}

/** How many letters differ; two that are swapped count once. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}
