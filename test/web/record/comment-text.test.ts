/* Comments as people write them, and as they are stored. */
import { expect, test } from "vitest";
import { commentContent, commentText, mentionText } from "#lib/web/browser/record/comment-text";

const person = (id: string, name: string, email = `${id}@test.local`) => ({ id: id as never, name, email });
const ada = person("usrAda", "Ada");
const lovelace = person("usrLovelace", "Ada Lovelace");
const twins = [person("usrOne", "Sam", "one@test.local"), person("usrTwo", "Sam", "two@test.local")];
const people = [ada, lovelace, ...twins];

const span = (value: string) => ({ type: "span", value });
const mention = ({ id }: { id: string }) => ({ type: "mention", value: id });
const p = (...children: object[]) => ({ type: "p", children });

test.each([
  ["plain", [p(span("plain"))]],
  ["two\n\nparagraphs", [p(span("two")), p(), p(span("paragraphs"))]],
  ["@Ada, look", [p(mention(ada), span(", look"))]],
  ["hi @Ada Lovelace!", [p(span("hi "), mention(lovelace), span("!"))]],
  ["@Adam and me@Ada", [p(span("@Adam and me@Ada"))]],
  ["@Sam", [p(span("@Sam"))]],
  ["@Sam (two@test.local)", [p(mention(twins[1] as never))]],
  [
    "see https://a.test/x?y=1.",
    [p(span("see "), { type: "a", url: "https://a.test/x?y=1", title: "https://a.test/x?y=1" }, span("."))],
  ],
  [
    "[the plan](https://a.test) @Ada",
    [p({ type: "a", url: "https://a.test", title: "the plan" }, span(" "), mention(ada))],
  ],
  ["[no](javascript:alert(1))", [p(span("[no](javascript:alert(1))"))]],
] as const)("%j", (text, content) => {
  expect(commentContent(text, people)).toEqual(content);
  const shown = commentContent(text, people) as Parameters<typeof commentText>[0];
  expect(commentText(shown, people)).toBe(text);
});

test("images, and mentions of people who left, stay when a comment is edited", () => {
  const former = [
    p({ ...mention({ id: "usrGone" }), name: "Grace" }, span(" said")),
    { type: "img", path: "attachments/x", width: 20, url: "https://files.test/x" },
  ] as Parameters<typeof commentText>[0];
  const text = commentText(former, people);
  expect(text).toBe("@Grace said");
  expect(commentContent(`${text} so`, people, former)).toEqual([
    p(mention({ id: "usrGone" }), span(" said so")),
    { type: "img", path: "attachments/x", width: 20 },
  ]);
});

test("an address with brackets and a title stays a link", () => {
  const former = [p({ type: "a", url: "https://a.test/x_(y)", title: "it" })] as Parameters<
    typeof commentText
  >[0];
  expect(commentContent(commentText(former, people), people, former)).toEqual([
    p({ type: "a", url: "https://a.test/x_%28y%29", title: "it" }),
  ]);
});

test("a name that two people have is written with the address", () => {
  expect([ada, ...twins].map((each) => mentionText(each, people))).toEqual([
    "@Ada",
    "@Sam (one@test.local)",
    "@Sam (two@test.local)",
  ]);
});
