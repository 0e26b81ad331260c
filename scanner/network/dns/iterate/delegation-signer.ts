import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import type { ZoneCut } from './zone-cut.ts';

const denials: readonly number[] = [recordTypes.NSEC, recordTypes.NSEC3];

/**
 * Reads the DS records of a referral's zone as an answer to that question: signed parents send the records, or the
 * proof that there are none, along (RFC 4035 section 3.1.4). Undefined if this one does not, and the parent has to be
 * asked.
 */
export function delegationSigner(cut: ZoneCut): DnsAnswer | undefined {
  const { referral, zone } = cut;
  if (referral === undefined) return undefined;
  const question: DnsQuestion = { name: zone, type: recordTypes.DS };
  const signers = referral.authority.filter((record) => record.name === zone && isOf(record, recordTypes.DS));
  if (signers.some((record) => record.type === recordTypes.DS)) {
    return { ...referral, question, answer: signers, authority: [], additional: [], transport: 'cache' };
  }
  const proof = referral.authority.filter((record) => denials.some((type) => isOf(record, type)));
  if (!proof.some((record) => denials.includes(record.type))) return undefined;
  return { ...referral, question, answer: [], authority: proof, additional: [], transport: 'cache' };
}

/** A record of the type, or a signature over such. */
function isOf(record: DnsRecord, type: number): boolean {
  if (record.type === type) return true;
  return record.type === recordTypes.RRSIG && ((record.data[0]! << 8) | record.data[1]!) === type;
}
