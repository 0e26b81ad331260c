import { labelsOf, nameOfLabels, readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { Rrset } from './records/rrset.ts';

/** Where a CNAME or DNAME leads. */
export function targetOfAlias(set: Rrset): string | undefined {
  return readWireName(set.records[0]!.data, 0)?.name;
}

/** Whether the unsigned CNAME is what the DNAME makes of its owner (RFC 6672 section 5.3.1). */
export function synthesisedFrom(redirect: Rrset, alias: Rrset): boolean {
  if (alias.signatures.length > 0) return false;
  const target = targetOfAlias(redirect);
  if (target === undefined) return false;
  const labels = labelsOf(alias.name);
  const own = labels.slice(0, labels.length - labelsOf(redirect.name).length);
  return nameOfLabels([...own, ...labelsOf(target)]) === targetOfAlias(alias);
}
