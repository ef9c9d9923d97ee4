import * as z from "zod";
import { addressOfAvatar } from "#lib/accounts/avatars";
import { publicEndpoint, redirect } from "#lib/http/endpoint";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/user/avatar/{avatarId}",
    summary: "Read an uploaded avatar",
    description:
      "Redirects to a URL of the picture that works for one hour; the redirect may be cached for five minutes. Open to everyone who has the address, as images in a page are read without a token.",
    params: z.object({
      avatarId: z
        .string()
        .regex(/^[0-9A-Za-z]{10}$/, "is not the id of an avatar")
        .meta({ description: "The id of the picture, as its address ends.", examples: ["4mSa1Cw6nZ"] }),
    }),
    query: z.looseObject({}),
    response: redirect,
  },
  // far less than the hour that the URL works
  async ({ params, now }) => ({ location: await addressOfAvatar(params.avatarId, now), maxAge: 300 }),
);
