import type { Mapping } from '@sonde/shared/sinks/presentations/presentation.ts';
import { markdownTable } from '@sonde/shared/text/markdown-table.ts';
import { presentations } from './presentations/index.ts';

/** Writes the documentation of all fields that sinks are sent, out of the tables that they are made by. */
export function renderSinkFieldsPage(): string {
  const parts = Object.values(presentations).map(({ id, title, published, queries, threats, connections }) =>
    [
      `## ${title} (\`${id}\`)\n\nPublished as: ${published}.\n`,
      ...(queries === undefined ? [] : [`### Queries\n\n${table(queries)}\n`]),
      ...(threats === undefined ? [] : [`### Threats\n\n${table(threats)}\n`]),
      ...(connections === undefined ? [] : [`### Connections of encrypted DNS\n\n${table(connections)}\n`]),
    ].join('\n'),
  );
  return `# Fields that sinks are sent\n\nWritten by a program; [sinks](sinks.md) says how to choose one of these.\n\n${parts.join('\n')}`;
}

function table({ fields }: Pick<Mapping<never>, 'fields'>): string {
  return markdownTable(
    ['field', 'what it holds'],
    fields.map(({ name, holds }) => [`\`${name}\``, holds.replaceAll('|', '\\|').replaceAll('\n', ' ')]),
  );
}
