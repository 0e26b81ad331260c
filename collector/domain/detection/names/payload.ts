import type { LanguageModel } from '../dga/language-model.ts';
import { textHash } from '../state/text-hash.ts';
import type { LabelPayload, NameFacts, Payload } from './name-facts.ts';
import { isLocalCandidate } from './search-suffix.ts';

/** Gives the payload that the subdomain may carry if all its labels are new. */
export function greatestPayload(facts: NameFacts, language: LanguageModel): Payload {
  facts.payload ??= sumOf(labelsOf(facts, language), () => true);
  return facts.payload;
}

/** Gives the payload of those labels that `isNew` says were not there before: what stays the same carries nothing. */
export function newPayload(
  facts: NameFacts,
  language: LanguageModel,
  isNew: (hash: number) => boolean,
): Payload {
  return sumOf(labelsOf(facts, language), isNew);
}

function labelsOf(facts: NameFacts, language: LanguageModel): readonly LabelPayload[] {
  facts.labels ??= labelPayloads(facts.subdomain, language);
  return facts.labels;
}

function sumOf(labels: readonly LabelPayload[], isNew: (hash: number) => boolean): Payload {
  const payload: Payload = { octets: 0, bits: 0 };
  for (const { hash, octets, bits } of labels) {
    if (!isNew(hash)) continue;
    payload.octets += octets;
    payload.bits += bits;
  }
  return payload;
}

/** Labels below these carry keys and tokens by design (RFC 8552; mail providers host DKIM keys below `dkim`), not a tunnel's data. */
const underscored = /(?:^|\.)(?:_[a-z0-9-]{2,24}(?:\.|$)|dkim$)/;
/** More digits in a row than a time or an id of a database has, and what they count for: the language model knows digits. */
const longRun = 20;
const digitRun = /\d{20,}/;
const digitBits = 6;
/** A host by its number: `ip-10-0-0-1`, `srv-01`, `node12`. */
const numbered = /^[a-z]{0,8}(?:-?\d{1,4})*[a-z]?$/;
const shortestLabel = 4;

/** The same as `newPayload`, of any text that has labels. */
export function payloadOf(text: string, language: LanguageModel, isNew: (hash: number) => boolean): Payload {
  return sumOf(labelPayloads(text, language), isNew);
}

/**
 * Says what each label may carry. Left out are labels too short, numbers, octets of reversed addresses; numbered hosts carry
 * nothing.
 */
function labelPayloads(subdomain: string, language: LanguageModel): LabelPayload[] {
  const payloads: LabelPayload[] = [];
  if (isServiceName(subdomain) || isLocalCandidate(subdomain)) return payloads;
  for (const label of subdomain.split('.')) {
    if (label.length < shortestLabel) continue;
    const hash = textHash(label);
    const isNumbered = label.length <= 24 && /^[a-z]{0,8}-?\d/.test(label) && numbered.test(label);
    payloads.push(isNumbered ? { hash, octets: 0, bits: 0 } : { hash, ...carriedBy(label, language) });
  }
  return payloads;
}

/** Tells whether keys and tokens are looked up below such labels, and the name is no longer than that takes. */
export function isServiceName(subdomain: string): boolean {
  return (
    subdomain.length < 100 &&
    (subdomain.includes('_') || subdomain.endsWith('dkim')) &&
    underscored.test(subdomain)
  );
}

function carriedBy(label: string, language: LanguageModel): Payload {
  const binary = label.includes('\\') ? (label.match(/\\\d{3}/g)?.length ?? 0) : 0;
  const text = binary === 0 ? label : label.replace(/\\\d{3}/g, '');
  const bits =
    text.length >= longRun && digitRun.test(text)
      ? Math.max(language.bits(text), text.length * digitBits)
      : language.bits(text);
  return { octets: binary + text.length, bits: binary * 8 + bits };
}
