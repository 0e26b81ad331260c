import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import type { KnotObject } from './judge-security.ts';
import { timeOf } from './units.ts';

const manual = 'knot.conf(5)';

type Refuse = (at: Span, message: string, suggestion: string) => void;

/** Checks items of one object beside each other, as knotc does when it has read them all. */
export function checkObjects(objects: readonly KnotObject[], findings: Findings): void {
  const refuse: Refuse = (at, message, suggestion) =>
    findings.refuse({ code: 'contradiction', at, message, rule: manual, suggestion });
  const templates = new Map<string, KnotObject>();
  for (const object of objects)
    if (object.section === 'template') templates.set(object.id?.text ?? '', object);
  for (const object of objects) {
    const check = checks[object.section];
    if (check !== undefined) check(object, refuse, templates);
  }
}

const itemOf = ({ items }: KnotObject, name: string) => items.findLast((item) => item.name.text === name);
const textOf = (object: KnotObject | undefined, name: string) =>
  object && itemOf(object, name)?.values[0]?.text.toLowerCase();
const isOn = (object: KnotObject | undefined, name: string) =>
  /^(?:on|true)$/.test(textOf(object, name) ?? '');

type Check = (object: KnotObject, refuse: Refuse, templates: ReadonlyMap<string, KnotObject>) => void;

const checks: Readonly<Record<string, Check>> = {
  policy: checkPolicy,
  zone: checkZone,
  acl: (acl, refuse) => {
    const remote = itemOf(acl, 'remote');
    const other = itemOf(acl, 'address') ?? itemOf(acl, 'key');
    if (remote !== undefined && other !== undefined)
      refuse(other, 'remote stands in place of address and key.', 'Keep remote, or address and key.');
  },
  xdp: (xdp, refuse) => {
    const isOff = /^(?:off|false)$/.test(textOf(xdp, 'udp') ?? '');
    if (isOff && !isOn(xdp, 'tcp') && !isOn(xdp, 'quic'))
      refuse(itemOf(xdp, 'udp')!, 'No protocol is left for XDP.', 'Switch one on.');
  },
  'mod-noudp': (module, refuse) => {
    const rate = itemOf(module, 'udp-truncate-rate');
    if (rate !== undefined && itemOf(module, 'udp-allow-rate') !== undefined)
      refuse(rate, 'udp-allow-rate and udp-truncate-rate exclude each other.', 'Keep one of them.');
  },
  'mod-synthrecord': (module, refuse) => {
    const prefix = itemOf(module, 'prefix');
    if (prefix?.values[0]?.text.includes('.')) refuse(prefix, 'The prefix has no dot.', 'Write a dash.');
    const at = itemOf(module, 'type') ?? module.id;
    if (at === undefined) return;
    if (itemOf(module, 'network') === undefined) refuse(at, 'The records have no network.', 'Add network.');
    const isReverse = textOf(module, 'type') === 'reverse';
    if (isReverse && itemOf(module, 'origin') === undefined)
      refuse(at, 'Reverse records have an origin.', 'Add origin.');
    for (const name of ['origin', 'reverse-short']) {
      const item = itemOf(module, name);
      if (!isReverse && item !== undefined) refuse(item, `Forward records have no ${name}.`, 'Remove it.');
    }
  },
  template: (template, refuse) => {
    const item = itemOf(template, 'global-module');
    if (item !== undefined && item.values.length > 0 && template.id?.text !== 'default')
      refuse(item, 'global-module stands in the template default.', 'Move it there, or use module.');
  },
};

/** Bits that keys of an algorithm have; those of RSA have some between two lengths. */
const bits: Readonly<Record<string, readonly [least: number, most: number]>> = {
  rsasha1: [1_024, 4_096],
  'rsasha1-nsec3-sha1': [1_024, 4_096],
  rsasha256: [1_024, 4_096],
  rsasha512: [1_024, 4_096],
  ecdsap256sha256: [256, 256],
  ecdsap384sha384: [384, 384],
  ed25519: [256, 256],
  ed448: [456, 456],
};
/** Of items that a policy leaves out, in seconds. */
const usual = {
  'dnskey-ttl': 0,
  'ksk-lifetime': 0,
  'zsk-lifetime': 2_592_000,
  'propagation-delay': 3_600,
  'rrsig-lifetime': 1_209_600,
} as const;

function checkPolicy(policy: KnotObject, refuse: Refuse): void {
  const range = bits[textOf(policy, 'algorithm') ?? 'ecdsap256sha256'];
  for (const name of ['ksk-size', 'zsk-size']) {
    const item = itemOf(policy, name);
    const size = Number(item?.values[0]?.text);
    if (item !== undefined && range !== undefined && (size < range[0] || size > range[1]))
      refuse(
        item,
        `Keys of the algorithm have ${[...new Set(range)].join(' to ')} bits.`,
        'Leave out the size.',
      );
  }
  checkTimes(policy, refuse);
  const management = itemOf(policy, 'dnskey-management');
  const delay = itemOf(policy, 'delete-delay')?.values[0]?.text;
  if (textOf(policy, 'dnskey-management') === 'incremental' && !(timeOf(delay ?? '0') > 0))
    refuse(management!, 'dnskey-management incremental needs a delete-delay.', 'Add delete-delay.');
}

function checkTimes(policy: KnotObject, refuse: Refuse): void {
  const time = (name: string, otherwise: number) => {
    const text = itemOf(policy, name)?.values[0]?.text;
    return text === undefined ? otherwise : timeOf(text);
  };
  const key = time('dnskey-ttl', usual['dnskey-ttl']);
  const rollover = {
    'ksk-lifetime': 2 * time('propagation-delay', usual['propagation-delay']) + 2 * key,
    'zsk-lifetime':
      2 * time('propagation-delay', usual['propagation-delay']) + key + time('zone-max-ttl', key),
  };
  for (const name of ['ksk-lifetime', 'zsk-lifetime'] as const) {
    const lifetime = time(name, usual[name]);
    if (
      lifetime === 0 ||
      lifetime >= rollover[name] ||
      (name === 'zsk-lifetime' && isOn(policy, 'single-type-signing'))
    )
      continue;
    const at = [name, 'propagation-delay', 'zone-max-ttl', 'dnskey-ttl']
      .map((one) => itemOf(policy, one))
      .find(Boolean);
    if (at !== undefined)
      refuse(
        at,
        `A key lives shorter than it takes to exchange it, ${rollover[name]} seconds.`,
        'Let it live longer.',
      );
  }
  const refresh = itemOf(policy, 'rrsig-refresh');
  const before = time('rrsig-refresh', 0) + time('rrsig-pre-refresh', 0);
  if (refresh !== undefined && before >= time('rrsig-lifetime', usual['rrsig-lifetime']))
    refuse(
      refresh,
      'Signatures are made anew before they begin.',
      'Raise rrsig-lifetime, or lower rrsig-refresh.',
    );
}

/** Least and most of one thing. */
const pairs = ['refresh', 'retry', 'expire'].map(
  (name) => [`${name}-min-interval`, `${name}-max-interval`] as const,
);

function checkZone(zone: KnotObject, refuse: Refuse, templates: ReadonlyMap<string, KnotObject>): void {
  const template = templates.get(itemOf(zone, 'template')?.values[0]?.text ?? 'default');
  const find = (name: string) => itemOf(zone, name) ?? (template && itemOf(template, name));
  const text = (name: string) => find(name)?.values[0]?.text.toLowerCase();
  const is = (name: string) => /^(?:on|true)$/.test(text(name) ?? '');
  for (const [least, most] of pairs) {
    if (timeOf(text(least) ?? '0') > timeOf(text(most) ?? '4294967295'))
      refuse(find(most)!, `${least} is more than ${most}.`, 'Exchange them.');
  }
  if (text('zonefile-load') === 'difference-no-serial' && text('journal-content') !== 'all')
    refuse(
      find('zonefile-load')!,
      'zonefile-load difference-no-serial needs journal-content all.',
      'Write journal-content: all.',
    );
  if (is('dnssec-signing') && is('dnssec-validation'))
    refuse(find('dnssec-validation')!, 'A zone that is signed here is not validated.', 'Keep one of them.');
  const role = text('catalog-role') ?? 'none';
  const chosen = find('catalog-template');
  if (role === 'interpret' && (chosen?.values.length ?? 0) === 0)
    refuse(find('catalog-role')!, 'A catalog that is interpreted has a catalog-template.', 'Add it.');
  if (
    role !== 'interpret' &&
    chosen !== undefined &&
    chosen.values.length > 0 &&
    itemOf(zone, 'catalog-template')
  )
    refuse(chosen, 'catalog-template stands with catalog-role interpret.', 'Remove it.');
  const catalog = itemOf(zone, 'catalog-zone');
  if (role !== 'member' && catalog !== undefined && catalog.values.length > 0)
    refuse(catalog, 'catalog-zone stands with catalog-role member.', 'Add the role, or remove it.');
  if (role === 'member' && find('catalog-zone') === undefined)
    refuse(find('catalog-role')!, 'A member of a catalog has a catalog-zone.', 'Add it.');
  for (const { text: name } of role === 'interpret' ? (chosen?.values ?? []) : []) {
    const other = templates.get(name);
    const wrong = ['catalog-role', 'catalog-zone', 'catalog-template', 'catalog-group', 'global-module'].find(
      (item) => other !== undefined && itemOf(other, item) !== undefined,
    );
    if (wrong !== undefined) refuse(chosen!, `A catalog-template has no ${wrong}.`, 'Use another template.');
  }
}
