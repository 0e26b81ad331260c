import { textTable } from '../text/text-table.ts';
import type { Report } from './report-model.ts';

/** Renders a report for terminals, files and mails. */
export function renderText({ title, sentences, tables, foot }: Report): string {
  const parts = tables.map(
    ({ title: heading, head, rows, nothing }) =>
      `${heading}\n${'-'.repeat(heading.length)}\n${rows.length === 0 ? `${nothing}\n` : textTable([head, ...rows])}`,
  );
  return [
    `${title}\n${'='.repeat(title.length)}\n`,
    `${sentences.join('\n')}\n`,
    ...parts,
    ...(foot === undefined ? [] : [`${foot.text}\n${foot.url}\n`]),
  ].join('\n');
}
