import type { Command } from 'commander';
import type { CommandEntry } from '../command-entry.ts';
import { knownPrograms } from '../programs/known-programs.ts';

/** A completion node lists the commands and flags that can follow a command on the line. */
export interface CompletionNode {
  /** With the commands before it: `threats list`; empty for `sonde` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly {
    readonly name: string;
    readonly summary: string;
    readonly takesValue: boolean;
  }[];
}

/** Builds the completion model of `sonde`, flat: itself, each of its commands and theirs, and the programs. */
export async function completionModel(
  commands: Readonly<Record<string, CommandEntry>>,
): Promise<CompletionNode[]> {
  const own = await Promise.all(Object.values(commands).map(async ({ load }) => (await load())()));
  const programs = Object.entries(knownPrograms);
  const first = {
    path: '',
    commands: [
      ...Object.entries(commands).map(([name, { summary }]) => ({ name, summary })),
      ...programs.map(([name, { summary }]) => ({ name, summary })),
    ],
    flags: [
      { name: '--help', summary: 'print the help', takesValue: false },
      { name: '--version', summary: 'the version', takesValue: false },
    ],
  };
  const passed = programs.map(([name, { commands: names }]) => ({
    path: name,
    commands: names.map((command) => ({ name: command, summary: '' })),
    flags: [{ name: '--help', summary: 'print the help', takesValue: false }],
  }));
  return [first, ...own.flatMap((command) => nodesOf(command, '')), ...passed];
}

function nodesOf(command: Command, before: string): CompletionNode[] {
  const path = `${before}${command.name()}`;
  const node = {
    path,
    commands: command.commands.map((inner) => ({
      name: inner.name(),
      summary: firstSentence(inner.description()),
    })),
    flags: command.options
      .filter(({ hidden, long }) => !hidden && long)
      .map(({ long, description, required }) => ({
        name: long!,
        summary: firstSentence(description),
        takesValue: required,
      })),
  };
  return [node, ...command.commands.flatMap((inner) => nodesOf(inner, `${path} `))];
}

/** Of a help text, which may go on at length; without what a shell would read as its own. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.)\s|;|\s\(/);
  return sentence.replaceAll(/[^\p{L}\p{N} .,/-]/gu, '').slice(0, 80);
}
