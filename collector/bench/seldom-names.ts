import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { generatedDomain, oneOf } from './generated-domain.ts';
import { type GeneratedQuestion, hostOf } from './generated-names.ts';
import { address, answer, denial } from './generated-records.ts';
import { numbered, type PseudoRandom } from './pseudo-random.ts';

const { A, PTR } = recordTypes;
const { NOERROR, NXDOMAIN } = responseCodes;
const lists = ['zen.spamhaus.org', 'bl.spamcop.net', 'b.barracudacentral.org'];
/** Domains that give each visitor a name of his own. */
const trackers = 20;

/**
 * Makes a query for a name that nobody asks for again: of trackers, of mail servers that ask about senders, of a slip
 * of the hand.
 */
export function onceAsked(number: number): GeneratedQuestion {
  const random = numbered(number, 3);
  const draw = random.fraction();
  if (draw < 0.35) {
    const name = `${hex(random)}${hex(random)}.${hostOf(generatedDomain(random.below(trackers)), random)}`;
    return { name, type: A, responseCode: NOERROR, records: [answer(name, A, address(random))] };
  }
  const reversed = address(random).split('.').toReversed();
  if (draw < 0.6) {
    const zone = oneOf(random, lists);
    const name = `${reversed.join('.')}.${zone}`;
    return { name, type: A, responseCode: NXDOMAIN, records: [denial(zone)] };
  }
  if (draw < 0.85) {
    const zone = `${reversed.slice(2).join('.')}.in-addr.arpa`;
    return {
      name: `${reversed.join('.')}.in-addr.arpa`,
      type: PTR,
      responseCode: NXDOMAIN,
      records: [denial(zone)],
    };
  }
  const domain = generatedDomain(random.below(200_000));
  const zone = draw < 0.97 ? domain : domain.slice(domain.indexOf('.') + 1);
  const name = draw < 0.97 ? `ww.${domain}` : `www.${domain}`;
  return { name, type: A, responseCode: NXDOMAIN, records: [denial(zone)] };
}

/** Malware tries this many domains one after the other. */
export const madeUpTogether = 10;

/** Makes the queries of malware that makes up domains: different ones each time, which their registries deny. */
export function madeUpDomains(number: number): GeneratedQuestion[] {
  const random = numbered(number, 4);
  return Array.from({ length: madeUpTogether }, () => {
    let label = '';
    for (let length = 10 + random.below(8); label.length < length; )
      label += String.fromCharCode(97 + random.below(26));
    const zone = oneOf(random, ['com', 'net', 'org', 'info']);
    return { name: `${label}.${zone}`, type: A, responseCode: NXDOMAIN, records: [denial(zone)] };
  });
}

function hex(random: PseudoRandom): string {
  return random.uint32().toString(16).padStart(8, '0');
}
