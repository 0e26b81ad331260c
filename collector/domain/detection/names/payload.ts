import type { LanguageModel } from '../dga/language-model.ts';
import { textHash } from '../state/text-hash.ts';
import type { NameFacts, Payload } from './name-facts.ts';

/** Gives the payload that the subdomain may carry if all its labels are new. */
export function greatestPayload(facts: NameFacts, language: LanguageModel): Payload {
  facts.payload ??= payloadOf(facts.subdomain, language, () => true);
  return facts.payload;
}

/** Labels below these carry keys and tokens by design (RFC 8552; mail providers host DKIM keys below `dkim`), not a tunnel's data. */
const underscored = /(?:^|\.)(?:_[a-z0-9-]{2,24}(?:\.|$)|dkim$)/;
/** More digits in a row than a time or an id of a database has, and what they count for: the language model knows digits. */
const digitRun = /\d{20,}/;
const digitBits = 6;
/** A host by its number: `ip-10-0-0-1`, `srv-01`, `node12`. */
const numbered = /^[a-z]{0,8}(?:-?\d{1,4})*[a-z]?$/;
const shortestLabel = 4;

/**
 * Sums up the labels of a subdomain that may carry data. Left out are labels too short, numbers, octets of reversed
 * addresses, numbered hosts, and labels that `isNew` says were there before: what stays the same carries nothing.
 */
export function payloadOf(
  subdomain: string,
  language: LanguageModel,
  isNew: (hash: number) => boolean,
): Payload {
  const payload: Payload = { octets: 0, bits: 0 };
  if (isServiceName(subdomain)) return payload;
  for (const label of subdomain.split('.')) {
    if (label.length < shortestLabel || /^\d{1,3}$/.test(label)) continue;
    if (!isNew(textHash(label))) continue;
    if (label.length <= 24 && /^[a-z]{0,8}-?\d/.test(label) && numbered.test(label)) continue;
    add(payload, label, language);
  }
  return payload;
}

/** Tells whether keys and tokens are looked up below such labels, and the name is no longer than that takes. */
export function isServiceName(subdomain: string): boolean {
  return subdomain.length < 100 && underscored.test(subdomain);
}

function add(payload: Payload, label: string, language: LanguageModel): void {
  const binary = label.match(/\\\d{3}/g)?.length ?? 0;
  const text = binary === 0 ? label : label.replace(/\\\d{3}/g, '');
  payload.octets += binary + text.length;
  const bits = digitRun.test(text)
    ? Math.max(language.bits(text), text.length * digitBits)
    : language.bits(text);
  payload.bits += binary * 8 + bits;
}
