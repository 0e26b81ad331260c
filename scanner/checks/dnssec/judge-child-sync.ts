import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import { readDnskey } from '../../protocols/dnssec/records/dnskey.ts';
import { digestOf, readDs } from '../../protocols/dnssec/records/ds.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { ChildSyncEntry } from './dnssec-result.ts';
import type { ZoneFacts } from './zone-facts.ts';

const mostRecords = 32;
/** RFC 7477 section 2.1.1.2: immediate, soaminimum. */
const knownFlags = 3;

export function childSyncEntry(facts: ZoneFacts): ChildSyncEntry {
  const texts = (answer: DnsAnswer, type: number) => recordsOf(answer, type).map(({ text }) => text);
  return {
    cds: texts(facts.cds, recordTypes.CDS),
    cdnskey: texts(facts.cdnskey, recordTypes.CDNSKEY),
    csync: texts(facts.csync, recordTypes.CSYNC),
    asksForDeletion: hasDelete(facts),
  };
}

/**
 * Judges the zone's requests to its parent: they must be signed, consistent and usable (RFC 7344, RFC 8078, RFC 7477).
 */
export function judgeChildSync(part: PartBuilder, facts: ZoneFacts): void {
  const { zone, cds, cdnskey, signers, keys } = facts;
  const wanted = recordsOf(cds, recordTypes.CDS).flatMap((record) => readDs(record) ?? []);
  const wantedKeys = recordsOf(cdnskey, recordTypes.CDNSKEY).flatMap((record) => readDnskey(record) ?? []);
  if (wanted.length + wantedKeys.length > 0) {
    if (hasDelete(facts)) judgeDelete(part, facts, wanted.length, wantedKeys.length);
    else {
      judgeCds(part, facts);
      const missing = wantedKeys.filter(
        (key) =>
          wanted.length > 0 &&
          !wanted.some(
            (signer) => digestOf({ ...key, name: zone }, signer.digestType)?.equals(signer.digest) === true,
          ),
      );
      if (missing.length > 0) {
        part.warning(
          'medium',
          'cds_cdnskey_differ',
          `CDS and CDNSKEY of ${zone} do not stand for the same keys.`,
          'RFC 7344 section 4',
          {
            advice: 'Publish both from the same keys.',
          },
        );
      }
      const dead = wantedKeys.filter((key) => !keys.some((own) => own.data.equals(key.data)));
      if (dead.length > 0) {
        part.warning(
          'medium',
          'cdnskey_without_key',
          `A CDNSKEY record of ${zone} is no key of the zone.`,
          'RFC 7344 section 4.1',
        );
      }
      const same = wanted.every((want) =>
        signers.some((signer) => signer.keyTag === want.keyTag && signer.digest.equals(want.digest)),
      );
      if (wanted.length > 0 && same && signers.length === wanted.length) {
        part.pass(
          'cds_in_place',
          `The zone above has what the CDS records of ${zone} ask for.`,
          'RFC 7344 section 4',
        );
      } else if (wanted.length > 0) {
        part.info(
          'cds_pending',
          `The CDS records of ${zone} ask for other DS records than the zone above has.`,
          'RFC 7344 section 6',
        );
      }
    }
  }
  judgeCsync(part, facts);
}

function judgeCds(part: PartBuilder, { zone, cds, cdnskey, signers }: ZoneFacts): void {
  for (const answer of [cds, cdnskey]) {
    if (answer.answer.length > 0 && answer.security !== 'secure' && signers.length > 0) {
      part.fail(
        'medium',
        'cds_not_secure',
        `CDS or CDNSKEY records of ${zone} do not validate, so that no parent may take them over.`,
        'RFC 7344 section 4.1',
      );
      return;
    }
  }
  if (signers.length === 0) {
    part.info(
      'cds_without_ds',
      `${zone} asks to be vouched for, and the zone above does not do so yet.`,
      'RFC 8078 section 3',
      {
        advice: 'If the registry does not read CDS records, give the DS record to the registrar.',
      },
    );
  }
}

function judgeDelete(part: PartBuilder, { zone, signers }: ZoneFacts, cds: number, cdnskey: number): void {
  if (cds > 1 || cdnskey > 1) {
    part.fail(
      'medium',
      'delete_beside_others',
      `${zone} has a delete record beside other CDS or CDNSKEY records.`,
      'RFC 8078 section 4',
    );
  } else if (signers.length > 0) {
    part.warning(
      'medium',
      'asks_for_deletion',
      `${zone} asks the zone above to take its DS records out: it is going to be unsigned.`,
      'RFC 8078 section 4',
    );
  } else
    part.info('asks_for_deletion', `${zone} has a delete record, and no DS records.`, 'RFC 8078 section 4');
}

function judgeCsync(part: PartBuilder, { zone, csync }: ZoneFacts): void {
  const records = recordsOf(csync, recordTypes.CSYNC);
  const [record] = records;
  if (record === undefined) return;
  if (records.length > 1) {
    part.fail(
      'low',
      'several_csync',
      `${zone} has ${records.length} CSYNC records, where one may be.`,
      'RFC 7477 section 2.1',
    );
  }
  const flags = record.data.length < 6 ? 0 : Buffer.from(record.data).readUInt16BE(4);
  if ((flags & ~knownFlags) !== 0) {
    part.fail(
      'low',
      'csync_flags',
      `The CSYNC record of ${zone} has flags that nobody knows: parents must not act on it.`,
      'RFC 7477 section 2.1.1.2',
    );
  }
  if (csync.security !== 'secure') {
    part.fail(
      'medium',
      'csync_not_secure',
      `The CSYNC record of ${zone} does not validate, so that no parent may act on it.`,
      'RFC 7477 section 3',
    );
  } else part.pass('csync', `${zone} tells its parent what to take over (CSYNC).`, 'RFC 7477 section 2');
}

/** Algorithm 0: all DS records are to go (RFC 8078 section 4). */
function hasDelete({ cds, cdnskey }: ZoneFacts): boolean {
  return (
    recordsOf(cds, recordTypes.CDS).some(({ data }) => data[2] === 0) ||
    recordsOf(cdnskey, recordTypes.CDNSKEY).some(({ data }) => data[3] === 0)
  );
}

function recordsOf(answer: DnsAnswer, type: number) {
  return answer.answer.filter((record) => record.type === type).slice(0, mostRecords);
}
