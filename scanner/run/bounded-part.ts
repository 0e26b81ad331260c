import type { Finding, ScanError } from '../ports/finding.ts';
import type { ScanPart } from '../ports/scanner.ts';

/** Of one check. */
const mostFindings = 200;
const mostErrors = 50;
const longestText = 2_000;
/** Characters of a result as JSON: records of a hostile domain must not fill the store. */
const largestResult = 256 * 1_024;

type Part = ScanPart<unknown>;

/**
 * Bounds a part as it is kept and shown: plain JSON of a bounded size, whatever a domain's servers sent. A result that
 * is too large is left out, and an error says so.
 */
export function bounded(check: string, { result, findings, errors }: Part): Part {
  const json = JSON.stringify(result) ?? 'null';
  const tooLarge = json.length > largestResult;
  return {
    result: tooLarge ? null : JSON.parse(json),
    findings: findings.slice(0, mostFindings).map(boundedFinding),
    errors: [
      ...errors.slice(0, mostErrors).map(boundedError),
      ...(tooLarge
        ? [{ source: check, code: 'too_large', message: 'There is more to tell than a result can hold.' }]
        : []),
    ],
  };
}

function boundedFinding(finding: Finding): Finding {
  return {
    ...finding,
    message: cut(finding.message),
    ...(finding.evidence === undefined ? {} : { evidence: cut(finding.evidence) }),
  };
}

function boundedError(error: ScanError): ScanError {
  return { ...error, message: cut(error.message) };
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`.toWellFormed();
}
