import type { Finding } from '../ports/finding.ts';

/**
 * Makes a function that adds warnings about one record to the findings; they are of medium severity unless said
 * otherwise.
 */
export function warnInto(findings: Finding[], evidence: string) {
  return (
    code: string,
    message: string,
    rule: string,
    advice: string,
    severity: 'low' | 'medium' = 'medium',
  ): void => {
    findings.push({ code, status: 'warning', severity, message, rule, advice, evidence });
  };
}
