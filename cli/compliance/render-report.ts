import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { plainText } from '@sonde/shared/text/plain-text.ts';
import { print, printTable } from '../print.ts';

type Report = AnswerOf<'GET /api/v2/compliance/reports/{report_id}'>;
type Document = NonNullable<Report['document']>;

const mostChanges = 50;
const words: Readonly<Record<Document['controls'][number]['state'], string>> = {
  met: 'met',
  partly_met: 'partly met',
  not_met: 'not met',
  not_assessed: 'not assessed',
  outside: 'outside',
};

/** Writes a report for people: its controls, the changes, and its seal. */
export function printReport({ document, integrity, status, error }: Report): void {
  if (document === null) {
    print(`The report is ${status}${error === null ? '' : `: ${plainText(error)}`}.`);
    return;
  }
  const { framework, share_seen: share } = document;
  print(
    `${plainText(document.title)}: ${plainText(framework.title)}, version ${plainText(framework.version)}`,
  );
  print(`Over ${document.domains} domains, ${document.generated_at}. ${plainText(document.statement)}`);
  print(
    `Assessed: ${share === null ? 'nothing' : `${(100 * share).toFixed(1)} %`} of the framework, by weight.\n`,
  );
  printTable(
    ['control', 'state', 'met', 'partly', 'not', 'not assessed', 'title'],
    document.controls.map(({ id, state, counts, title }) => [
      plainText(id),
      words[state],
      ...(['met', 'partly_met', 'not_met', 'not_assessed'] as const).map((one) => String(counts[one] ?? 0)),
      plainText(title),
    ]),
    'There are no controls.',
  );
  tellChanges(document);
  if (integrity !== null) print(`\nSHA-256 ${integrity.digest}, signed with key ${integrity.key_id}`);
}

function tellChanges({ compared_with: before, changes }: Document): void {
  if (before === null) return;
  print(
    `\nSince the previous report (${before}): ${changes.length === 0 ? 'no change' : `${changes.length} changes`}.`,
  );
  for (const { control, domain, before: was, after } of changes.slice(0, mostChanges)) {
    print(
      `  ${plainText(control)} of ${plainText(domain ?? 'the account')}: ${words[was]}, now ${words[after]}`,
    );
  }
  if (changes.length > mostChanges) print(`  and ${changes.length - mostChanges} more`);
}
