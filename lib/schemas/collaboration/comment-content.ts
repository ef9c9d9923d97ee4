/*
 * The content of a comment: paragraphs and images. A paragraph holds text, mentions and links.
 *
 *   p     value?, children: span | mention | a
 *   img   path, width?; responses add url
 */
import * as z from "zod";
import { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { LinkAddress } from "#lib/schemas/basics/url";

const Span = z.object({ type: z.literal("span"), value: z.string() });
const mention = { type: z.literal("mention"), value: UserId };
const Mention = z.object(mention);
const Link = z.object({
  type: z.literal("a"),
  url: LinkAddress.meta({ description: "https://, http:// or mailto:" }),
  title: z.string(),
});
const Image = z.object({
  type: z.literal("img"),
  path: z
    .string()
    .min(1, "must not be empty")
    .max(limits.urlLength)
    .meta({ description: "The path of an uploaded file, from `POST /attachments/notify/{token}`." }),
  width: z.number().positive().optional(),
});

const paragraph = <Child extends z.ZodType>(child: Child) =>
  z.object({
    type: z.literal("p"),
    value: z.unknown().optional().meta({ description: "Any JSON that the client wants to keep." }),
    children: z.array(child).default([]),
  });

const Child = z.discriminatedUnion("type", [Span, Mention, Link]);
const Block = z.discriminatedUnion("type", [paragraph(Child), Image]);
type Block = z.infer<typeof Block>;

export const Content = z
  .array(Block)
  .superRefine((content, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
    if (bytes > limits.commentBytes)
      refuse(`must have at most ${limits.commentBytes} bytes as JSON; got ${bytes}`);
    const mentions = mentionsIn(content).length;
    if (mentions > limits.mentionsPerComment)
      refuse(`must mention at most ${limits.mentionsPerComment} people; got ${mentions}`);
    const images = imagesIn(content).length;
    if (images > limits.imagesPerComment)
      refuse(`at most ${limits.imagesPerComment} images per comment; got ${images}`);
  })
  .meta({ description: "Blocks: paragraphs and images." });
export type Content = Block[];

/** The mentioned users and the path of each mention; a user who is mentioned twice is listed twice. */
export const mentionsIn = (content: Content): { id: UserId; path: PropertyKey[] }[] =>
  content.flatMap((block, i) =>
    block.type === "p"
      ? block.children.flatMap((child, j) =>
          child.type === "mention" ? [{ id: child.value, path: [i, "children", j, "value"] }] : [],
        )
      : [],
  );

/** The images and the path of each; an image that is used twice is listed twice. */
export const imagesIn = (content: Content): { file: string; path: PropertyKey[] }[] =>
  content.flatMap((block, i) => (block.type === "img" ? [{ file: block.path, path: [i, "path"] }] : []));

const ShownMention = z.object({ ...mention, name: z.string(), avatar: z.string().optional() });
const ShownImage = Image.extend({
  url: z.string().optional().meta({ description: "A signed URL, valid for an hour. It needs no token." }),
});
const ShownBlock = z.discriminatedUnion("type", [
  paragraph(z.discriminatedUnion("type", [Span, ShownMention, Link])),
  ShownImage,
]);
export const ShownContent = z.array(ShownBlock);
export type ShownContent = z.infer<typeof ShownContent>;
