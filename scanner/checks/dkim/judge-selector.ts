import { type DkimKeyProblem, parseDkimKey } from '../../protocols/mail/dkim/parse-key.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { DkimSelector } from './dkim-result.ts';

interface Found {
  readonly selector: string;
  readonly alias: string | null;
  readonly texts: readonly string[];
}

/** Reads what stands at a selector and says what is wrong with it. */
export function judgeSelector({ selector, alias, texts }: Found, part: PartBuilder): DkimSelector {
  const record = texts[0]!;
  const key = parseDkimKey(record);
  for (const problem of key.problems.slice(0, 10)) tell(selector, problem, part);
  if (texts.length > 1)
    part.fail(
      'high',
      'several_keys',
      `${selector} has ${texts.length} keys: what verifiers do then is undefined.`,
      'RFC 6376 section 3.6.2.2',
      {
        advice: 'Leave one record.',
      },
    );
  return {
    selector,
    alias,
    record: record.slice(0, 2_000),
    status: texts.length > 1 ? 'unusable' : key.status,
    keyType: key.keyType,
    bits: key.bits ?? null,
    hashes: key.hashes,
    flags: key.flags,
    services: key.services,
    notes: key.notes ?? null,
  };
}

function tell(selector: string, { code, message, rule }: DkimKeyProblem, part: PartBuilder): void {
  const text = `${selector}: ${message}`;
  switch (code) {
    case 'revoked':
      part.info('revoked_key', text, rule, { advice: 'Remove the record once nothing is signed with it.' });
      return;
    case 'granularity':
      part.info('granularity', text, rule, { advice: 'Remove g=.' });
      return;
    case 'testing':
      part.warning('low', 'testing_key', text, rule, { advice: 'Remove t=y when signing works.' });
      return;
    case 'large_key':
      part.warning('low', 'large_key', text, rule, {
        advice: 'Change to a key of 2048 bits under a new selector.',
      });
      return;
    case 'weak_key':
      part.warning('medium', 'weak_key', text, rule, {
        advice: 'Change to a key of 2048 bits under a new selector.',
      });
      return;
    case 'short_key':
      part.fail('high', 'short_key', text, rule, {
        advice: 'Change to a key of 2048 bits under a new selector.',
      });
      return;
    default:
      part.fail('high', code, text, rule, { advice: 'Publish the record anew.' });
  }
}
