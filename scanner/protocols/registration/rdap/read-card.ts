import { plainText } from '../facts.ts';
import { listOf } from './json-parts.ts';

/** A card holds the fields that are read of a contact's card (jCard, RFC 7095). */
export interface Card {
  readonly name: string | null;
  readonly organization: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Reads `vcardArray` of an entity (RFC 9083 section 5.1). */
export function readCard(vcardArray: unknown): Card {
  const properties = listOf(listOf(vcardArray)[1]).map(listOf);
  const first = (name: string) => properties.find((property) => property[0] === name);
  const address = first('adr');
  return {
    name: plainText(first('fn')?.[3]),
    organization: plainText(firstText(first('org')?.[3])),
    country: countryOf(address),
    email: plainText(first('email')?.[3]),
    phone: plainText(textOf(first('tel')?.[3])?.replace(/^tel:/i, '')),
  };
}

/** Some have the organisation and its units in an array. */
function firstText(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The code of the country if the card has it (RFC 8605), else its name, the last part of an address. */
function countryOf(address: readonly unknown[] | undefined): string | null {
  if (address === undefined) return null;
  const parameters = address[1];
  const code =
    typeof parameters === 'object' && parameters !== null && 'cc' in parameters ? parameters.cc : undefined;
  return plainText(firstText(code)) ?? plainText(listOf(address[3])[6]);
}
