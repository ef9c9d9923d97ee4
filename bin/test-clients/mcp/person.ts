/*
 * The person whom an application asks for access: signs in and answers the consent page, by fetch with the cookie of a session. Programs of
 * clients load this file too, so it imports nothing.
 */

export interface Person {
  /** The address of the service. */
  url: string;
  cookie: string;
}

/** What the person types into the consent page. */
export interface Choice {
  may?: "read" | "asked";
  reach?: "chosen" | "all";
  /** The id of a base. */
  bases?: string;
  cancel?: "true";
}

/** Signs in with the page of the service. Throws if that gives no session. */
export async function signIn(url: string, email: string, password: string): Promise<Person> {
  const answer = await sendForm(`${url}/auth/sign-in`, "", { email, password });
  const [cookie] = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  if (!cookie) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return { url, cookie };
}

export interface Answered {
  /** The consent page, as it was shown. */
  page: string;
  /** Where the browser is sent: the application's redirect URI with the answer. */
  location: URL;
}

/** Goes where an application sends the browser, and answers the page that is there. Throws if a step leads elsewhere. */
export async function answerConsent(
  { url, cookie }: Person,
  address: string | URL,
  choice: Choice,
): Promise<Answered> {
  const headers = { cookie };
  const asking = leadsTo(await fetch(address, { headers, redirect: "manual" }), url);
  if (asking.origin !== url) throw new Error(`not asked: ${asking.searchParams}`);
  const question = await fetch(asking, { headers });
  const page = await question.text();
  const [, transactionId] = /name="transaction_id" value="([^"]+)"/.exec(page) ?? [];
  if (transactionId === undefined) throw new Error(`no consent page: ${question.status} ${page}`);
  const form = { transaction_id: transactionId, ...choice };
  return { page, location: leadsTo(await sendForm(`${url}/oauth/decision`, cookie, form), url) };
}

const sendForm = (address: string, cookie: string, form: Record<string, string>): Promise<Response> =>
  fetch(address, {
    method: "POST",
    headers: { origin: new URL(address).origin, cookie },
    body: new URLSearchParams(form),
    redirect: "manual",
  });

function leadsTo(answer: Response, url: string): URL {
  const location = answer.headers.get("location");
  if (answer.status !== 302 || location === null) throw new Error(`leads nowhere: ${answer.status}`);
  return new URL(location, url);
}
