import { domainToUnicode } from 'node:url';
import { DomainError } from '@sonde/shared/errors.ts';
import type { NameAnswer } from '../../names/name-answer.ts';
import type { NameDirectory } from '../../names/name-directory.ts';
import { readingsOf } from '../../names/name-kind.ts';
import type { Finding } from '../../ports/finding.ts';
import type { Scanner, ScanPart } from '../../ports/scanner.ts';

/** The id of the one check that a name beside the DNS has. */
export const nameCheck = 'name';

/**
 * Resolves a name that is none of the DNS, in place of all checks of a domain: so such names have a history, are watched and
 * go into bulk jobs as domains do, and the DNS is never asked. `why`: what the name is, as a sentence.
 */
export function createNameScanner(
  names: Pick<NameDirectory, 'resolve'>,
  { why, rule }: { readonly why: string; readonly rule: string },
): Scanner<NameAnswer | null> {
  const outside: Finding = { code: 'outside_dns', status: 'info', message: why, rule };
  return {
    id: nameCheck,
    scan: async (domain, { fetch, signal }): Promise<ScanPart<NameAnswer | null>> => {
      // Domains are kept in ASCII; the systems have rules of their own for other scripts.
      const name = domainToUnicode(domain) || domain;
      try {
        const [reading] = readingsOf(name);
        const answer = await names.resolve(name, reading, { fetch, signal });
        return { result: answer, findings: [outside, ...judge(answer)], errors: answer.errors };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const failed = { source: nameCheck, code: error.code, message: error.message };
        return { result: null, findings: [outside], errors: [failed] };
      }
    },
  };
}

function judge({ name, kind, valid, remark, resolved, sources }: NameAnswer): Finding[] {
  const rule = kind === 'ens' ? 'ENSIP-15' : `${kind} naming`;
  if (!valid) {
    const message = remark ?? `${name} is no valid name.`;
    return [{ code: 'invalid_name', status: 'fail', severity: 'medium', message, rule }];
  }
  if (resolved !== null) {
    const message = `${name} is resolved by ${sources.join(', ')}.`;
    return [{ code: 'resolved', status: 'pass', message, rule }];
  }
  return sources.length === 0
    ? [{ code: 'nobody_asked', status: 'unknown', message: `Nobody was asked for ${name}.`, rule }]
    : [{ code: 'no_records', status: 'info', message: `${name} has no records.`, rule }];
}
