import { labelsOf, nameOfLabels, readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { Rrset } from './records/rrset.ts';

/** Reads the target of a CNAME or DNAME. */
export function targetOfAlias(set: Rrset): string | undefined {
  return readWireName(set.records[0]!.data, 0)?.name;
}

const maxWireBytes = 255;

/** Tells whether what the DNAME makes of the name is longer than a name may be (RFC 6672 section 2.2). */
export function makesTooLong(redirect: Rrset, name: string): boolean {
  const target = targetOfAlias(redirect);
  if (target === undefined) return false;
  const own = labelsOf(name);
  const labels = [...own.slice(0, own.length - labelsOf(redirect.name).length), ...labelsOf(target)];
  return labels.reduce((sum, label) => sum + label.length + 1, 1) > maxWireBytes;
}

/** Tells whether the unsigned CNAME is what the DNAME makes of its owner (RFC 6672 section 5.3.1). */
export function synthesisedFrom(redirect: Rrset, alias: Rrset): boolean {
  if (alias.signatures.length > 0) return false;
  const target = targetOfAlias(redirect);
  if (target === undefined) return false;
  const labels = labelsOf(alias.name);
  const own = labels.slice(0, labels.length - labelsOf(redirect.name).length);
  return nameOfLabels([...own, ...labelsOf(target)]) === targetOfAlias(alias);
}
