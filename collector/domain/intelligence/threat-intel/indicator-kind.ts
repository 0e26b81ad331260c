import type { IndicatorKind } from '../../../ports/threats/indicators.ts';

/** Finds the kind of an indicator in normal form. */
export function indicatorKind(name: string): IndicatorKind {
  if (/^CVE-\d{4}-\d+$/.test(name)) return 'cve';
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)) return 'certificate';
  if (/^\d+\.\d+\.\d+\.\d+(?:\/\d+)?$/.test(name) || /^[0-9a-f]*:[0-9a-f:.]*(?:\/\d+)?$/.test(name))
    return 'ip';
  return name.includes('/') ? 'url' : 'domain';
}
