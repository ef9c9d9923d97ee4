/* The bytes of a file: in the request, or at a URL. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";

export const FileSource = z
  .object({
    fileUrl: z.string().max(limits.urlLength).optional().meta({
      description:
        "A public https:// URL that responds with the file. Up to five redirects are followed, to public https:// URLs only.",
    }),
    file: z.file("must be a file, in a body of multipart/form-data").optional(),
  })
  .superRefine(({ fileUrl, file }, context) => {
    const message =
      fileUrl === undefined
        ? file === undefined && "is missing: send it, or send the file itself as multipart/form-data"
        : file !== undefined && "must be left out if the file itself is sent";
    if (message) context.addIssue({ code: "custom", path: ["fileUrl"], message });
  })
  .meta({
    id: "FileSource",
    description: "JSON with a URL, or multipart/form-data with the file itself in the part `file`.",
    examples: [{ fileUrl: "https://example.org/photo.png" }],
  });
export type FileSource = z.infer<typeof FileSource>;
