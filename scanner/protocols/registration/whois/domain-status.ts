import { statusOf } from '../facts.ts';
import type { WhoisEntry } from './whois-entries.ts';
import { whoisKeys } from './whois-keys.ts';
import { has, type WhoisParts } from './whois-parts.ts';

/** `state` is the domain's in some answers and a contact's in others. */
const stateWords =
  /^(?:(?:not )?(?:registered|delegated|verified|active|ok|expired|connected)|unverified|inactive|hold)\b/i;
const freeWords = /^(?:free|available|not registered|no object found)\b/i;

/** Reads the domain's state in the registry's answer. */
export function statusIn({ ofDomain }: WhoisParts): { readonly isFree: boolean; readonly status: string[] } {
  const told = ofDomain.filter(isStatus);
  // `state: active` beside `status: serverHold` says no more than that there is one.
  const hasOthers = told.some(({ key }) => key !== 'state');
  const words = told
    .filter(({ key, value }) => !(hasOthers && key === 'state' && /^active$/i.test(value)))
    .flatMap(wordsOf);
  return {
    isFree: words.some((word) => freeWords.test(word)),
    status: [...new Set(words.flatMap((word) => statusOf(word) ?? []))].slice(0, 50),
  };
}

function isStatus(entry: WhoisEntry): boolean {
  if (!has(whoisKeys.status, entry)) return false;
  // `Flags` of a key are none of the domain's.
  if (entry.key === 'flags') return entry.section === 'flags';
  return entry.key !== 'state' || stateWords.test(entry.value);
}

/** `REGISTERED, DELEGATED`, `200 Active`, and `ok (paid and in zone)`: remarks behind a status are none. */
function wordsOf({ key, value }: WhoisEntry): string[] {
  // `Registered until cancelled` is a sentence.
  if (key === 'registration status' && /\s/.test(value.trim())) return [];
  return value
    .replace(/^\d{3}\s+/, '')
    .split(',')
    .map((one) => one.replace(/\s*(?:--|\(|#|;|\s-\s|https?:).*$/, '').trim())
    .filter((one) => one !== '' && !/^(?:not available|unknown)$/i.test(one));
}
