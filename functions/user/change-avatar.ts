import { changeAvatar } from "#lib/accounts/change-avatar";
import { showMe } from "#lib/data/identity/users";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { limits } from "#lib/schemas/basics/limits";
import { Me, NewAvatar } from "#lib/schemas/identity/account";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/user/avatar",
    summary: "Change or remove the avatar",
    description: `Send an https address, \`null\` to remove it, or the picture itself as the part \`file\` of a multipart/form-data body: PNG, JPEG, GIF or WebP, at most ${limits.avatarBytes / 1024 ** 2} MB. Everyone who has the address of the picture can see it.`,
    body: NewAvatar,
    multipart: true,
    response: ok(Me),
    idempotent: true,
  },
  async ({ session, body, caller }) =>
    showMe(await changeAvatar(session.user, body, caller, (changed) => keepAnswer(caller, showMe(changed)))),
);
