import { defineCommand } from "./shared/definition.ts";
import { forgetLogin, readLogin } from "./shared/login-file.ts";

export const logout = defineCommand({
  name: "logout",
  does: "Remove the token that gridless login keeps",
  rules: ["The token itself works until it expires. Your account page deletes it."],
  examples: [["gridless logout", "removes the file with the token"]],
  async run(_typed, { output }) {
    const url = keptUrl();
    const wasThere = forgetLogin();
    if (output.isJson) return output.json({ removed: wasThere, ...(url && { url }) });
    if (!wasThere) return output.line("There is no login");
    await output.line(
      `The token is removed from this computer.${url ? ` Until it expires it still works; ${url}/account deletes it` : ""}`,
    );
  },
});

/** A file that cannot be read is removed too. */
function keptUrl(): string | undefined {
  try {
    return readLogin()?.url;
  } catch {
    return undefined;
  }
}
