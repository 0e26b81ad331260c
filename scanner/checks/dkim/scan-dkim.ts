import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { isDkimKey } from '../../protocols/mail/dkim/parse-key.ts';
import { selectorsOfProviders, siblingsOf, wellKnownSelectors } from '../../protocols/mail/dkim/selectors.ts';
import { isSpfRecord } from '../../protocols/mail/spf/parse-record.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import type { AskedRecords } from '../ask-records.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { findExchangers } from '../mx/find-exchangers.ts';
import { PartBuilder } from '../part-builder.ts';
import type { DkimResult, DkimSelector } from './dkim-result.ts';
import { judgeSelector } from './judge-selector.ts';

const rule = 'RFC 6376 section 3.6.2';
/** A name that nobody has a key at. */
const nobodys = 'sonde-probe-of-wildcards';

/**
 * The DKIM scanner looks for keys at the known selectors: the well-known ones, the selectors of the domain's mail
 * providers, and the ones that go along with one that has a key. If nothing exists below `_domainkey`, only the
 * providers' are asked for (RFC 8020).
 */
export const dkimScanner: Scanner<DkimResult> = {
  id: 'dkim',
  async scan(domain, ports) {
    const part = new PartBuilder('dkim');
    const parent = `_domainkey.${domain}`;
    const [below, learnt] = await Promise.all([
      askSoundRecords(parent, 'TXT', ports, 'dkim'),
      learn(domain, ports),
    ]);
    const names = below.exists === false ? learnt : [...new Set([...learnt, ...wellKnownSelectors])];
    if (names.length === 0) {
      part.unknown(
        'no_selector',
        `Nothing exists at ${parent}: no key was found, and none is known of.`,
        'RFC 8020 section 2',
      );
      return part.done(result(null, [], 0, false, 'Nothing exists below _domainkey.'));
    }
    const probe = async (selectors: readonly string[]): Promise<Probed[]> =>
      Promise.all(
        selectors.map(async (selector) => ({
          selector,
          answer: await askSoundRecords(`${selector}.${parent}`, 'TXT', ports, 'dkim'),
        })),
      );
    const [wild, first] = await Promise.all([probe([nobodys]), probe(names)]);
    const wildText = keyTexts(wild[0]!.answer)[0];
    const seen = first.filter((one) => keysOf(one, wildText).length > 0);
    const aliases = seen.map(({ answer }) => answer.names.at(-1)!);
    const likely = [...siblingsOf(seen.map(({ selector }) => selector)), ...selectorsOfProviders(aliases)];
    const second = await probe([...new Set(likely)].filter((selector) => !names.includes(selector)));
    const probed = [...first, ...second].toSorted((one, other) => (one.selector < other.selector ? -1 : 1));
    const failed = probed.flatMap(({ answer }) => (answer.error === undefined ? [] : [answer]));
    // They have one cause as a rule.
    part.asked(...failed.slice(0, 3));
    const selectors = probed.flatMap((one) => found(one, wildText)).map((one) => judgeSelector(one, part));
    const wildcard = wild[0]!.answer.error === undefined ? wildText !== undefined : null;
    if (wildText !== undefined)
      part.warning(
        'low',
        'wildcard',
        `Every name below ${parent} answers alike, so that an answer proves nothing.`,
        'RFC 6376 section 6.1.2',
        { advice: 'Leave _domainkey out of the wildcard.', evidence: wildText.slice(0, 200) },
      );
    const unanswered = failed.length === probed.length;
    const valid = verdict(selectors, domain, part, unanswered);
    const told = details(selectors, probed.length, unanswered);
    return part.done(result(valid, unanswered ? null : selectors, probed.length, wildcard, told));
  },
};

interface Probed {
  readonly selector: string;
  readonly answer: AskedRecords;
}

interface Found {
  readonly selector: string;
  readonly alias: string | null;
  readonly texts: readonly string[];
}

function found(one: Probed, wildText: string | undefined): Found[] {
  const texts = keysOf(one, wildText);
  if (texts.length === 0) return [];
  const { names } = one.answer;
  return [{ selector: one.selector, alias: names.length > 1 ? (names.at(-1) ?? null) : null, texts }];
}

/** Keys at a selector; none if it says no more than any name does. */
function keysOf({ answer }: Probed, wildText: string | undefined): string[] {
  const texts = keyTexts(answer);
  return texts.length === 1 && texts[0] === wildText ? [] : texts;
}

function keyTexts({ records }: AskedRecords): string[] {
  return records.map(({ data }) => textOfRecord(data)).filter(isDkimKey);
}

/** Selectors of the providers that mail exchangers and SPF includes name. */
async function learn(domain: string, ports: Pick<ScanPorts, 'dns' | 'signal'>): Promise<string[]> {
  const [mx, texts] = await Promise.all([
    findExchangers(domain, ports, 'dkim'),
    askSoundRecords(domain, 'TXT', ports, 'dkim'),
  ]);
  const included = texts.records
    .map(({ data }) => textOfRecord(data))
    .filter(isSpfRecord)
    .flatMap((text) => [...text.matchAll(/(?:include:|redirect=)([a-z0-9._-]+)/gi)].map(([, name]) => name!));
  return selectorsOfProviders([...mx.hosts.map(({ host }) => host), ...included.slice(0, 50)]);
}

function verdict(
  selectors: readonly DkimSelector[],
  domain: string,
  part: PartBuilder,
  unanswered: boolean,
): boolean | null {
  if (selectors.length === 0) {
    const why = unanswered ? 'could not be looked up' : 'have no key';
    part.unknown('no_selector', `The selectors that are known ${why} at ${domain}; it may use others.`, rule);
    return null;
  }
  const usable = selectors.filter(({ status }) => status === 'usable' || status === 'weak');
  if (usable.length > 0)
    part.pass(
      'key',
      `${domain} has ${usable.length} usable DKIM key${usable.length === 1 ? '' : 's'}.`,
      rule,
    );
  if (usable.length > 0 && usable.every(({ keyType }) => keyType === 'ed25519'))
    part.info(
      'no_rsa_key',
      'Only Ed25519 keys were found: verifiers that know RSA alone take the mail for unsigned.',
      'RFC 8301 section 3.1',
      { advice: 'Sign with an RSA key, too.' },
    );
  return usable.length > 0;
}

function details(selectors: readonly DkimSelector[], tried: number, unanswered: boolean): string {
  if (unanswered) return `None of the ${tried} selectors that were tried could be looked up.`;
  if (selectors.length === 0) return `No key at the ${tried} selectors that were tried.`;
  return selectors
    .slice(0, 8)
    .map(
      ({ selector, status, keyType, bits }) =>
        `${selector}: ${status} (${keyType}${bits === null ? '' : ` ${bits}`})`,
    )
    .join(', ');
}

function result(
  valid: boolean | null,
  selectors: readonly DkimSelector[] | null,
  tried: number,
  wildcard: boolean | null,
  text: string,
): DkimResult {
  return { valid, selectors, tried, wildcard, details: text };
}
