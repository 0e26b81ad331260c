import { readKeys, readProtocols } from './parameter-values.ts';
import type { ServiceParameter } from './service-binding.ts';
import { ServiceBindingError, type ServiceBindingFault } from './service-binding-error.ts';
import { serviceKeyName, serviceKeys } from './service-keys.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Keys with the section that lays down the form of their values. */
const sections: Readonly<Record<number, string>> = {
  [serviceKeys.mandatory]: 'RFC 9460 section 8',
  [serviceKeys.alpn]: 'RFC 9460 section 7.1.1',
  [serviceKeys['no-default-alpn']]: 'RFC 9460 section 7.1.1',
  [serviceKeys.port]: 'RFC 9460 section 7.2',
  [serviceKeys.ipv4hint]: 'RFC 9460 section 7.3',
  [serviceKeys.ech]: 'RFC 9848 section 3',
  [serviceKeys.ipv6hint]: 'RFC 9460 section 7.3',
  [serviceKeys.dohpath]: 'RFC 9461 section 5',
  [serviceKeys.ohttp]: 'RFC 9540 section 4',
  [serviceKeys.docpath]: 'RFC 9953 section 3',
};

/** Throws a ServiceBindingError if a value is not of its key's form, or the parameters contradict each other. */
export function checkParameters(parameters: readonly ServiceParameter[]): void {
  for (const { key, value } of parameters) checkValue(key, value);
  const keys = new Set(parameters.map(({ key }) => key));
  const mandatory = parameters.find(({ key }) => key === serviceKeys.mandatory);
  const missing = mandatory && readKeys(mandatory.value)?.find((key) => !keys.has(key));
  if (missing !== undefined) {
    const message = `${serviceKeyName(missing)} is mandatory, but not there.`;
    throw new ServiceBindingError('mandatory_key_missing', message, 'RFC 9460 section 8');
  }
  if (keys.has(serviceKeys['no-default-alpn']) && !keys.has(serviceKeys.alpn)) {
    const message = 'no-default-alpn is there without alpn.';
    throw new ServiceBindingError('no_default_alpn_without_alpn', message, 'RFC 9460 section 7.1.1');
  }
}

function checkValue(key: number, value: Uint8Array): void {
  const name = serviceKeyName(key);
  const fail = (fault: ServiceBindingFault, message: string): never => {
    throw new ServiceBindingError(fault, message, sections[key] ?? 'RFC 9460 section 2.2');
  };
  if (sections[key] === undefined) return;
  if (key === serviceKeys['no-default-alpn'] || key === serviceKeys.ohttp) {
    if (value.length > 0) fail('unexpected_value', `${name} has a value.`);
    return;
  }
  // No segments at all are the path of the root.
  if (value.length === 0 && key === serviceKeys.docpath) return;
  if (value.length === 0) fail('missing_value', `${name} has no value.`);
  const message = `The value of ${name} is broken.`;
  switch (key) {
    case serviceKeys.mandatory:
      checkMandatory(value, fail);
      return;
    case serviceKeys.alpn:
    case serviceKeys.docpath:
      if (readProtocols(value) === undefined) fail('bad_value', message);
      return;
    case serviceKeys.port:
      if (value.length !== 2) fail('bad_value', message);
      return;
    case serviceKeys.ipv4hint:
      if (value.length % 4 !== 0) fail('bad_value', message);
      return;
    case serviceKeys.ipv6hint:
      if (value.length % 16 !== 0) fail('bad_value', message);
      return;
    case serviceKeys.dohpath:
      if (!isUtf8(value)) fail('bad_value', message);
      return;
  }
}

function checkMandatory(
  value: Uint8Array,
  fail: (fault: ServiceBindingFault, message: string) => never,
): void {
  const keys = readKeys(value) ?? fail('bad_value', 'The value of mandatory is broken.');
  if (keys.includes(serviceKeys.mandatory)) fail('mandatory_lists_itself', 'mandatory lists itself.');
  for (const [index, key] of keys.entries()) {
    const previous = keys[index - 1] ?? -1;
    if (key === previous) fail('duplicate_key', `mandatory lists ${serviceKeyName(key)} twice.`);
    if (key < previous) fail('mandatory_out_of_order', 'The keys of mandatory are not in increasing order.');
  }
}

function isUtf8(value: Uint8Array): boolean {
  try {
    utf8.decode(value);
    return true;
  } catch {
    return false;
  }
}
