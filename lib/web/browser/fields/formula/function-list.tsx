/* All functions of the engine with their groups and examples, to read and to insert. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { formulaTexts } from "../texts.ts";
import { functionGroups } from "./formula-words.ts";

export function FunctionList({ insert }: { insert: (name: string) => void }) {
  const wanted = useSignal("");
  const isOpen = useSignal(false);
  const id = useId();
  const words = wanted.value.toLowerCase().trim();
  const groups = functionGroups.map(({ title, functions }) => ({
    title,
    functions: functions.filter(({ call, does }) => `${call} ${does} ${title}`.toLowerCase().includes(words)),
  }));
  return (
    <details class="functions" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{formulaTexts.reference}</summary>
      {isOpen.value && (
        <>
          <label for={id}>{formulaTexts.find}</label>
          <input
            id={id}
            type="search"
            onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
          {groups
            .filter(({ functions }) => functions.length > 0)
            .map(({ title, functions }) => (
              <section key={title}>
                <h3>{title}</h3>
                <ul class="rows">
                  {functions.map(({ call, does, examples: [example] }) => {
                    const name = call.slice(0, call.indexOf("("));
                    return (
                      <li key={call}>
                        <span class="grow">
                          <code>{call}</code> {does}
                          {example && (
                            <span class="note">
                              <code>{example[0]}</code> → <code>{JSON.stringify(example[1])}</code>
                            </span>
                          )}
                        </span>
                        <button
                          type="button"
                          class="quiet"
                          aria-label={formulaTexts.insert(name)}
                          onClick={() => insert(name)}
                        >
                          +
                        </button>
                      </li>
                    );
                  })}
                </ul>
              </section>
            ))}
        </>
      )}
    </details>
  );
}
