/* What the list of a text field shows: what is chosen already, what was found page by page, and what can be made new. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { describeProblem } from "../call.ts";

export interface Choosable {
  id: string;
  text: string;
  color?: string | undefined;
}

/** Some of what matches a text; `next` asks for those after them. */
export interface FoundPage {
  options: Choosable[];
  next?: string | undefined;
}

export interface Finding {
  /** What matches a text: a list of all, or a page of what the server has. */
  find: (text: string, next?: string) => Choosable[] | Promise<FoundPage>;
  /** An option for a text that is none yet; absent if there can be none. */
  make?: ((text: string) => Choosable) | undefined;
}

/** Milliseconds after the last letter, until the server is asked. */
const pause = 150;

export function useFound({ find, make }: Finding) {
  const all = useSignal<Choosable[]>([]);
  const problem = useSignal("");
  const isLooking = useSignal(false);
  const query = useRef("");
  const next = useRef<string | undefined>(undefined);
  const turn = useRef(0);

  function show(options: Choosable[]) {
    const { current: text } = query;
    const known = options.filter(({ id }) => id !== makes(text)?.id);
    const isKnown = known.some((each) => each.text.toLowerCase() === text.toLowerCase());
    const made = isKnown ? undefined : makes(text);
    all.value = made ? [...known, made] : known;
  }
  const makes = (text: string) => (text === "" ? undefined : make?.(text));

  /** Reads a page; of several that are asked for only the last one counts. */
  async function read(before: Choosable[], from: string | undefined, wait = 0): Promise<void> {
    const own = ++turn.current;
    isLooking.value = true;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (own !== turn.current) return;
    try {
      const found = await find(query.current, from);
      if (own !== turn.current) return;
      const page: FoundPage = Array.isArray(found) ? { options: found } : found;
      next.current = page.next;
      const ids = new Set(before.map(({ id }) => id));
      show([...before, ...page.options.filter(({ id }) => !ids.has(id))]);
      problem.value = "";
    } catch (error) {
      if (own === turn.current) problem.value = describeProblem(error);
    }
    isLooking.value = false;
  }

  return {
    all,
    problem,
    /** Whether an answer is waited for. */
    isLooking,
    /** Looks for a text; `first` are options that come first if they match. `isTyped`: more letters may come soon. */
    look(text: string, first: Choosable[], isTyped = false): Promise<void> {
      query.current = text;
      next.current = undefined;
      const matching = first.filter((each) => each.text.toLowerCase().includes(text.toLowerCase()));
      return read(matching, undefined, isTyped ? pause : 0);
    },
    /** Reads the next page, if there is one and nothing is read now. */
    async more(): Promise<void> {
      if (next.current !== undefined && !isLooking.value) await read(all.value, next.current);
    },
  };
}
