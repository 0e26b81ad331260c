import { isIPv4, isIPv6 } from 'node:net';
import { addressBytes } from '../net/address.ts';
import { checkParameters } from './check-parameters.ts';
import { isDohTemplate } from './doh-template.ts';
import type { ServiceParameter } from './service-binding.ts';
import { ServiceBindingError } from './service-binding-error.ts';
import { serviceKeyNumber, serviceKeys } from './service-keys.ts';
import { unescaped } from './text-fields.ts';
import { valueList } from './value-list.ts';

const grammar = 'RFC 9460 section 2.1';

/** Keys whose values must be written without escapes (RFC 9460 sections 7.2, 7.3 and 8, RFC 9848 section 3). */
const plain: ReadonlySet<number> = new Set([
  serviceKeys.mandatory,
  serviceKeys.port,
  serviceKeys.ipv4hint,
  serviceKeys.ech,
  serviceKeys.ipv6hint,
]);

/**
 * Reads SvcParams as they are written, quotes and escapes included, into the order of their keys. Throws a
 * ServiceBindingError for what a zone file must not have.
 */
export function readParameters(fields: readonly string[]): ServiceParameter[] {
  const sorted = fields.map(readParameter).toSorted((one, other) => one.key - other.key);
  sorted.forEach(({ key }, index) => {
    if (key === sorted[index - 1]?.key) {
      throw new ServiceBindingError('duplicate_key', `The key ${key} is there twice.`, grammar);
    }
  });
  checkParameters(sorted);
  return sorted;
}

function readParameter(field: string): ServiceParameter {
  const equals = field.indexOf('=');
  const name = equals < 0 ? field : field.slice(0, equals);
  const key = serviceKeyNumber(name);
  if (key === undefined) {
    throw new ServiceBindingError('unknown_key_name', `There is no key ${name.slice(0, 80)}.`, grammar);
  }
  const raw = equals < 0 ? '' : field.slice(equals + 1);
  const octets = unescaped(raw);
  if (name.startsWith('key')) return { key, value: octets };
  if (plain.has(key) && raw.includes('\\')) {
    throw new ServiceBindingError('bad_value', `The value of ${name} must have no escapes.`, grammar);
  }
  return { key, value: wireValue(key, octets) };
}

/** The wire form of a value of a key that is known; an empty one is judged with the others. */
function wireValue(key: number, octets: Buffer): Uint8Array {
  if (octets.length === 0) return octets;
  const text = octets.toString('latin1');
  const bad = () =>
    new ServiceBindingError('bad_value', `The value ${text.slice(0, 80)} is broken.`, grammar);
  switch (key) {
    case serviceKeys.mandatory:
      return mandatoryValue(text);
    case serviceKeys.alpn:
    case serviceKeys.docpath: {
      const items = valueList(octets);
      if (items === undefined || items.some(({ length }) => length === 0 || length > 255)) throw bad();
      return Buffer.concat(items.flatMap((item) => [Buffer.of(item.length), item]));
    }
    case serviceKeys.port:
      if (!/^[0-9]{1,5}$/.test(text) || Number(text) > 65_535) throw bad();
      return Buffer.of(Number(text) >> 8, Number(text) & 0xff);
    case serviceKeys.ipv4hint:
      if (!text.split(',').every(isIPv4)) throw bad();
      return Buffer.concat(text.split(',').map((address) => addressBytes(address).subarray(12)));
    case serviceKeys.ipv6hint:
      if (!text.split(',').every((address) => isIPv6(address) && !address.includes('%'))) throw bad();
      return Buffer.concat(text.split(',').map(addressBytes));
    case serviceKeys.ech:
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) throw bad();
      return Buffer.from(text, 'base64');
    case serviceKeys.dohpath:
      if (!isDohTemplate(octets.toString('utf8'))) throw bad();
      return octets;
    default:
      return octets;
  }
}

/** Keys in any order; on the wire they are sorted. */
function mandatoryValue(text: string): Uint8Array {
  const keys = text.split(',').map((name) => {
    const key = serviceKeyNumber(name);
    if (key === undefined) {
      throw new ServiceBindingError('unknown_key_name', `There is no key ${name.slice(0, 80)}.`, grammar);
    }
    return key;
  });
  const value = Buffer.alloc(keys.length * 2);
  for (const [index, key] of keys.toSorted((one, other) => one - other).entries())
    value.writeUInt16BE(key, index * 2);
  return value;
}
