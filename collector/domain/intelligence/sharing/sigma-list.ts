import type { BlockEntry } from './block-entry.ts';
import { uuidOfName } from './uuid-of-name.ts';

/** Characters of the values of one rule: readers of rules bound these. */
const mostCharacters = 5_000;

/**
 * Writes entries as Sigma rules, as many as are needed, each a YAML document: queries for the names, and below them, and
 * answers with the addresses. A rule keeps its id from one download to the next.
 */
export function* sigmaListText(entries: readonly BlockEntry[], listId: string): Generator<string> {
  let part = 0;
  let chunk: BlockEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    if (entry.subject.kind !== 'domain' && entry.subject.kind !== 'address') continue;
    if (characters > 0 && characters + entry.subject.value.length > mostCharacters) {
      yield rule(chunk, listId, ++part);
      chunk = [];
      characters = 0;
    }
    chunk.push(entry);
    characters += entry.subject.value.length;
  }
  if (chunk.length > 0) yield rule(chunk, listId, ++part);
}

function rule(entries: readonly BlockEntry[], listId: string, part: number): string {
  const names = entries.filter(({ subject }) => subject.kind === 'domain');
  const lists = {
    'query:': names.map(({ subject }) => subject.value),
    'query|endswith:': names.filter(({ exact }) => !exact).map(({ subject }) => `.${subject.value}`),
    'answers|cidr:': entries.flatMap(({ subject }) => (subject.kind === 'address' ? subject.value : [])),
  };
  const selections = Object.entries(lists)
    .filter(([, values]) => values.length > 0)
    .map(([item, values], at) => {
      const lines = values.map((value) => `            - '${written(value)}'\n`).join('');
      return `    selection_${at}:\n        ${item}\n${lines}`;
    });
  return `---
title: Listed by Sonde, ${listId.slice(0, 8)}, part ${part}
id: ${uuidOfName(listId, `part ${part}`)}
status: stable
logsource:
    category: dns
detection:
${selections.join('')}    condition: 1 of selection_*
level: high
`;
}

/** What stands for something else in a value is escaped; the quotation mark as YAML has it. */
function written(value: string): string {
  return value.replaceAll(/[\\*?]/g, '\\$&').replaceAll("'", "''");
}
