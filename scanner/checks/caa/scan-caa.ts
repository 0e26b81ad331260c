import type { Scanner } from '../../ports/scanner.ts';
import type { CaaRecord, CaaResult } from '../../protocols/caa/caa-result.ts';
import { knownTags } from '../../protocols/caa/decide-issuance.ts';
import { parseIssueValue } from '../../protocols/caa/issue-value.ts';
import { type CaaProperty, isCritical } from '../../protocols/caa/parse-caa.ts';
import { climb } from './climb.ts';
import { judgeCaa } from './judge-caa.ts';
import { verdictsOf } from './verdicts-of.ts';

const mostRecords = 200;
const longestValue = 2_048;

/** The CAA scanner finds the authorities that may issue certificates for the domain (RFC 8659). */
export const caaScanner: Scanner<CaaResult> = {
  id: 'caa',
  async scan(domain, ports) {
    const way = await climb(domain, ports);
    const { climbed, foundAt, answer, unanswered } = way;
    const { properties, issuance, wildcardIssuance } = verdictsOf(way);
    const records = answer?.records ?? [];
    const result: CaaResult = {
      foundAt: foundAt ?? null,
      climbed,
      records: unanswered === undefined ? properties.slice(0, mostRecords).map(describe) : null,
      issuance,
      wildcardIssuance,
      iodef:
        unanswered === undefined
          ? properties.filter(({ tag }) => tag === 'iodef').map(({ value }) => value.slice(0, longestValue))
          : null,
      security: (answer ?? unanswered)?.security ?? null,
    };
    return {
      result,
      findings: judgeCaa(
        domain,
        result,
        properties.slice(0, mostRecords),
        records.length - properties.length,
      ),
      errors: unanswered?.error === undefined ? [] : [unanswered.error],
    };
  },
};

function describe(property: CaaProperty): CaaRecord {
  const { flags, tag, value } = property;
  const wellFormed = !tag.startsWith('issue') || !knownTags.has(tag) || parseIssueValue(value).wellFormed;
  return { flags, critical: isCritical(property), tag, value: value.slice(0, longestValue), wellFormed };
}
