import { decideIssuance, knownTags } from '../../caa/decide-issuance.ts';
import { parseIssueValue } from '../../caa/issue-value.ts';
import { type CaaProperty, isCritical, parseCaa } from '../../caa/parse-caa.ts';
import type { Scanner } from '../scanner.ts';
import type { CaaRecord, CaaResult, CaaVerdict } from './caa-result.ts';
import { climb } from './climb.ts';
import { judgeCaa } from './judge-caa.ts';

const mostRecords = 200;
const longestValue = 2_048;

/** Who may issue certificates for the domain (RFC 8659). */
export const caaScanner: Scanner<CaaResult> = {
  id: 'caa',
  async scan(domain, ports) {
    const { climbed, foundAt, answer, unanswered } = await climb(domain, ports);
    const records = answer?.records ?? [];
    const properties = records.flatMap(({ data }) => parseCaa(data) ?? []);
    const verdict = (wildcard: boolean): CaaVerdict =>
      unanswered === undefined
        ? decideIssuance(properties, wildcard)
        : { permits: 'undetermined', issuers: [] };
    const result: CaaResult = {
      foundAt: foundAt ?? null,
      climbed,
      records: properties.slice(0, mostRecords).map(describe),
      issuance: verdict(false),
      wildcardIssuance: verdict(true),
      iodef: properties.filter(({ tag }) => tag === 'iodef').map(({ value }) => value.slice(0, longestValue)),
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
