import {
  ipv4Hints,
  ipv6Hints,
  protocolNames,
  readKeys,
} from '@sonde/shared/service-binding/parameter-values.ts';
import type { ServiceBinding } from '@sonde/shared/service-binding/service-binding.ts';
import { ServiceBindingError } from '@sonde/shared/service-binding/service-binding-error.ts';
import {
  isKnownServiceKey,
  serviceKeyName,
  serviceKeys,
} from '@sonde/shared/service-binding/service-keys.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import { parseServiceBinding } from '../../protocols/service-binding/parse-wire.ts';
import type { ServiceBindingEntry } from './svcb-result.ts';

/** A read binding is a record as it is told of, with its faults. */
export interface ReadBinding {
  readonly entry: ServiceBindingEntry;
  /** Undefined if it is malformed. */
  readonly binding: ServiceBinding | undefined;
  readonly error: ServiceBindingError | undefined;
}

export function readBinding(record: DnsRecord): ReadBinding {
  try {
    const binding = parseServiceBinding(record.data);
    return { entry: entryOf(record, binding), binding, error: undefined };
  } catch (error) {
    if (!(error instanceof ServiceBindingError)) throw error;
    return { entry: malformed(record), binding: undefined, error };
  }
}

function entryOf(record: DnsRecord, { priority, target, parameters }: ServiceBinding): ServiceBindingEntry {
  const values = new Map(parameters.map(({ key, value }) => [key, value]));
  const value = (key: keyof typeof serviceKeys) => values.get(serviceKeys[key]);
  // Parameters of aliases are ignored (RFC 9460 section 2.4.2), and need not be sound.
  const sound = priority > 0;
  const mandatory = sound ? (readKeys(value('mandatory') ?? new Uint8Array()) ?? []) : [];
  const port = value('port');
  const ech = value('ech');
  const dohpath = value('dohpath');
  return {
    owner: record.name,
    priority,
    target,
    alpn: protocolNames(value('alpn') ?? new Uint8Array()),
    noDefaultAlpn: value('no-default-alpn') !== undefined,
    port: port?.length === 2 ? (port[0]! << 8) | port[1]! : null,
    ipv4hint: ipv4Hints(value('ipv4hint') ?? new Uint8Array()),
    ipv6hint: ipv6Hints(value('ipv6hint') ?? new Uint8Array()),
    ech: ech === undefined ? null : Buffer.from(ech).toString('base64'),
    mandatory: mandatory.map(serviceKeyName),
    dohpath: dohpath === undefined ? null : Buffer.from(dohpath).toString('utf8'),
    ohttp: value('ohttp') !== undefined,
    other: parameters
      .filter(({ key }) => !isKnownServiceKey(key))
      .map((one) => ({ key: serviceKeyName(one.key), value: Buffer.from(one.value).toString('hex') })),
    usable: mandatory.every(isKnownServiceKey),
    text: record.text,
  };
}

function malformed(record: DnsRecord): ServiceBindingEntry {
  const [first = 0, second = 0] = record.data;
  return {
    owner: record.name,
    priority: (first << 8) | second,
    target: '',
    alpn: [],
    noDefaultAlpn: false,
    port: null,
    ipv4hint: [],
    ipv6hint: [],
    ech: null,
    mandatory: [],
    dohpath: null,
    ohttp: false,
    other: [],
    usable: false,
    text: record.text,
  };
}
