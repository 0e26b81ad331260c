import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../batch-rows.ts';
import { sectionNumbers } from '../rows/read-records.ts';

const hashLabel = /^[a-z2-7]{26}\b/;

/**
 * Tells whether a row asks for a part of a tree of nodes (EIP-1459), by which clients of Ethereum find each other: a digest in
 * base32 as the first label, and a TXT record that says so. The form is exempt, not what it carries: its octets count.
 */
export function isNodeTree(row: BatchRows): boolean {
  if (row.queryType !== recordTypes.TXT || !hashLabel.test(row.name.subdomain)) return false;
  let says = false;
  row.records(({ section, dataStart, dataEnd }) => {
    if (section === sectionNumbers.answer)
      says ||= row.text(dataStart, Math.min(dataEnd, dataStart + 5)).includes('enr');
  });
  return says;
}
