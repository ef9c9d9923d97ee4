/*
 * What a comment says: paragraphs and images; in a paragraph text, people and links.
 *
 *   p     value?, children: span | mention | a
 *   img   path, width?; shown with url
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
    .meta({ description: "Of a file that was uploaded, as `POST /attachments/notify/{token}` answers it." }),
  width: z.number().positive().optional(),
});

const paragraph = <Child extends z.ZodType>(child: Child) =>
  z.object({
    type: z.literal("p"),
    value: z.unknown().optional().meta({ description: "Any JSON of the client's own." }),
    children: z.array(child).default([]),
  });

const Child = z.discriminatedUnion("type", [Span, Mention, Link]);
const Block = z.discriminatedUnion("type", [paragraph(Child), Image]);
type Block = z.infer<typeof Block>;

export const Content = z
  .array(Block)
  .superRefine((content, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const bytes = Buffer.byteLength(JSON.stringify(content));
    if (bytes > limits.commentBytes)
      refuse(`must have at most ${limits.commentBytes} bytes as JSON, has ${bytes}`);
    const mentions = mentionsIn(content).length;
    if (mentions > limits.mentionsPerComment)
      refuse(`must mention at most ${limits.mentionsPerComment} people, mentions ${mentions}`);
    const images = imagesIn(content).length;
    if (images > limits.imagesPerComment)
      refuse(`must hold at most ${limits.imagesPerComment} images, holds ${images}`);
  })
  .meta({ description: "Blocks: paragraphs and images." });
export type Content = Block[];

/** Who is mentioned, and where: one that is mentioned twice is there twice. */
export const mentionsIn = (content: Content): { id: UserId; path: PropertyKey[] }[] =>
  content.flatMap((block, i) =>
    block.type === "p"
      ? block.children.flatMap((child, j) =>
          child.type === "mention" ? [{ id: child.value, path: [i, "children", j, "value"] }] : [],
        )
      : [],
  );

/** The images, and where: one that is there twice is so here. */
export const imagesIn = (content: Content): { file: string; path: PropertyKey[] }[] =>
  content.flatMap((block, i) => (block.type === "img" ? [{ file: block.path, path: [i, "path"] }] : []));

const ShownMention = z.object({ ...mention, name: z.string(), avatar: z.string().optional() });
const ShownImage = Image.extend({
  url: z
    .string()
    .optional()
    .meta({ description: "An address that is good for an hour, for whoever has it." }),
});
const ShownBlock = z.discriminatedUnion("type", [
  paragraph(z.discriminatedUnion("type", [Span, ShownMention, Link])),
  ShownImage,
]);
export const ShownContent = z.array(ShownBlock);
export type ShownContent = z.infer<typeof ShownContent>;
