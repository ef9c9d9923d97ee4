import {
  type CommandDefinition,
  commonOptions,
  defineCommand,
  type TakenOption,
} from "./shared/definition.ts";
import { wrongUsage } from "./shared/failure.ts";
import { didYouMean } from "./shared/nearest.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** `others`: the commands that it completes, itself left out. */
export const completion = (others: readonly CommandDefinition[]): CommandDefinition => {
  const own: CommandDefinition = defineCommand({
    name: "completion",
    does: "Print what completes commands and options in a shell",
    words: [{ name: "shell", does: shells.join(", ") }],
    examples: [
      ["gridless completion bash >> ~/.bashrc", "for bash"],
      [`gridless completion zsh > "\${fpath[1]}/_gridless"`, "for zsh"],
      ["gridless completion fish > ~/.config/fish/completions/gridless.fish", "for fish"],
    ],
    async run({ words: [typed = ""] }, { output }) {
      const shell = shells.find((each) => each === typed);
      if (!shell)
        throw wrongUsage(
          `unknown shell ${JSON.stringify(typed)}.${didYouMean(typed, shells)}`,
          `The shells are ${shells.join(", ")}`,
        );
      const script = { bash: forBash, zsh: forZsh, fish: forFish }[shell];
      await output.write(script([...others, own]));
    },
  });
  return own;
};

const optionsOf = ({ options = {} }: CommandDefinition) =>
  Object.entries<TakenOption>({ ...options, ...commonOptions });

/** What can follow each beginning: `""` → `bases …`, `records` → `list …`, `records list` → its options. */
function followersOf(commands: readonly CommandDefinition[]): Map<string, string[]> {
  const followers = new Map<string, string[]>();
  const add = (before: string, word: string) => {
    const known = followers.get(before) ?? [];
    if (!known.includes(word)) followers.set(before, [...known, word]);
  };
  for (const command of commands) {
    const words = command.name.split(" ");
    for (const [i, word] of words.entries()) add(words.slice(0, i).join(" "), word);
    for (const [name] of optionsOf(command)) add(command.name, `--${name}`);
    if (command.name === "completion") for (const shell of shells) add(command.name, shell);
  }
  return followers;
}

const cases = (commands: readonly CommandDefinition[]) =>
  [...followersOf(commands)]
    .map(([before, words]) => `    "${before}") words="${words.join(" ")}" ;;`)
    .join("\n");

const forBash = (commands: readonly CommandDefinition[]) => `_gridless() {
  local before="" words="" word="\${COMP_WORDS[COMP_CWORD]}"
  local -a typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  case "\${typed[0]}" in
    records) before="\${typed[*]:0:2}" ;;
    *) before="\${typed[*]:0:1}" ;;
  esac
  case "$before" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _gridless gridless
`;

const forZsh = (commands: readonly CommandDefinition[]) => `#compdef gridless
_gridless_complete() {
  local before="" found=""
  local -a typed list
  typed=("\${(@)words[2,CURRENT-1]}")
  if [[ "\${typed[1]}" == records ]]; then before="\${(j: :)typed[1,2]}"; else before="\${typed[1]}"; fi
  case "$before" in
${cases(commands).replaceAll(' words="', ' found="')}
  esac
  list=(\${=found})
  compadd -- $list || _files
}
if [[ "$funcstack[1]" == _gridless ]]; then _gridless_complete; else compdef _gridless_complete gridless; fi
`;

const forFish = (commands: readonly CommandDefinition[]) => {
  const lines = commands.flatMap((command) => {
    const [first = "", second] = command.name.split(" ");
    const isIn =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    const does = (text: string) => `-d '${text.replaceAll("'", "\\'")}'`;
    const own =
      second === undefined
        ? `complete -c gridless -n __fish_use_subcommand -a ${first} ${does(command.does)}`
        : `complete -c gridless -n '__fish_seen_subcommand_from ${first}' -a ${second} ${does(command.does)}`;
    const options = optionsOf(command).map(
      ([name, { value, does: what }]) =>
        `complete -c gridless -n '${isIn}' -l ${name}${value ? " -r" : ""} ${does(what)}`,
    );
    return [own, ...options];
  });
  const groups = new Set(commands.flatMap(({ name }) => (name.includes(" ") ? name.split(" ", 1) : [])));
  const heads = [...groups].map((name) => `complete -c gridless -n __fish_use_subcommand -a ${name}`);
  return `${[...heads, ...lines].join("\n")}\n`;
};
