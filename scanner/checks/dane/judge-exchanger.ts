import type { PartBuilder } from '../part-builder.ts';
import type { DaneExchanger, TlsaRecord } from './dane-result.ts';

/** Judges an exchanger's TLSA records. */
export function judgeExchanger({ host, security, records, matches }: DaneExchanger, part: PartBuilder): void {
  if (security === 'bogus') {
    part.fail(
      'high',
      'bogus',
      `What leads to the TLSA records of ${host} does not validate: senders put mail off.`,
      'RFC 7672 section 2.1.2',
      {
        advice: 'Mend its DNSSEC.',
      },
    );
    return;
  }
  if (records === null) {
    part.unknown(
      'undetermined_exchanger',
      `Whether ${host} has TLSA records could not be found out.`,
      'RFC 7672 section 2.2.2',
    );
    return;
  }
  if (security !== 'secure') {
    const code = security === 'insecure' ? 'insecure_exchanger' : 'undetermined_exchanger';
    if (records.length > 0)
      part.warning(
        'medium',
        'tlsa_without_dnssec',
        `The TLSA records of ${host} do nothing without DNSSEC.`,
        'RFC 7672 section 2.2',
        {
          advice: 'Sign its zone.',
        },
      );
    else
      part.info(
        code,
        `The zone of ${host} is ${security}: no TLSA record would count there.`,
        'RFC 7672 section 2.2.2',
      );
    return;
  }
  if (records.length === 0) {
    part.info('no_tlsa', `${host} has no TLSA record at _25._tcp.`, 'RFC 7672 section 2.2.3', {
      advice: 'Publish one of usage 3, selector 1, matching type 1.',
    });
    return;
  }
  for (const record of records.filter(({ usable }) => !usable).slice(0, 5)) judgeUnusable(host, record, part);
  if (!records.some(({ usable }) => usable)) return;
  if (matches === true)
    part.pass('met', `The certificate of ${host} meets its TLSA records.`, 'RFC 7672 section 3.1');
  else if (matches === false)
    part.fail(
      'critical',
      'not_met',
      `The certificate of ${host} meets none of its TLSA records: senders refuse to deliver.`,
      'RFC 7672 section 2.2',
      {
        advice: 'Publish a record for the certificate in use; keep the old and the new one during a change.',
      },
    );
  else
    part.unknown(
      'not_compared',
      `${host} could not be reached at port 25 from here: whether its certificate meets its TLSA records is not known.`,
      'RFC 7672 section 3.1',
    );
}

function judgeUnusable(host: string, { usage, selector, matching }: TlsaRecord, part: PartBuilder): void {
  const which = `TLSA ${usage} ${selector} ${matching} of ${host}`;
  if (usage === 0 || usage === 1)
    part.warning(
      'medium',
      'unusable_usage',
      `${which}: usages 0 and 1 are not for mail, and senders leave them aside.`,
      'RFC 7672 section 3.1.3',
      {
        advice: 'Use usage 3, or 2.',
      },
    );
  else
    part.warning(
      'medium',
      'unusable_record',
      `${which} has parameters or data that are none.`,
      'RFC 6698 section 2.1',
      {
        advice: 'Use 3 1 1 with the SHA-256 digest of the public key.',
      },
    );
}
