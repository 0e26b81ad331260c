import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { LineEntry } from '../lines/read-lines.ts';
import type { Findings } from '../model/findings.ts';
import { isPublicAddress, reachOfNetmasks } from '../model/netmasks.ts';
import { isLoopback, readRange } from '../model/reach.ts';
import type { Span } from '../model/source.ts';

export type Program = 'powerdns' | 'pdns-recursor';

export const manuals = {
  powerdns: 'PowerDNS Authoritative Server Settings',
  'pdns-recursor': 'PowerDNS Recursor Settings',
} as const;

/** Bits of a key of RSA, at least. */
const leastModulus = 2_048;
/** Ports that an attacker has to guess among, at least (RFC 5452). */
const fewestPorts = 10_000;
/** Octets of an answer beyond which it is cut into packets on common lines. */
const longestAnswer = 1_472;

const yes = (entry: LineEntry | undefined) =>
  /^(?:yes|on|true|1|)$/i.test(entry?.value?.text ?? (entry === undefined ? 'no' : ''));

/** Judges what matters for security of the settings of a configuration in the form `name=value`, the last of each name. */
export function judgeSecurity(
  program: Program,
  set: ReadonlyMap<string, LineEntry>,
  findings: Findings,
): void {
  const manual = manuals[program];
  const add: Add = (code, severity, at, [message, rule, suggestion, snippet]) =>
    findings.add({ code, severity, at, message, rule, suggestion, snippet });
  const isOpen = (name: string) => {
    const texts = (set.get(name)?.value?.text ?? '').split(/[\s,]+/).filter((text) => text !== '');
    // Of an empty allow-from nothing is checked.
    if (name === 'allow-from' && texts.length === 0)
      return (set.get('allow-from-file')?.value?.text ?? '') === '';
    return reachOfNetmasks(texts) === 'anyone';
  };
  const openings: readonly (readonly [
    string,
    Program,
    string,
    'medium' | 'high' | 'critical',
    string,
    string,
  ])[] = [
    [
      'allow-from',
      'pdns-recursor',
      'open_recursion',
      'critical',
      'Anybody on the Internet may have names resolved: the server can be abused for amplification attacks.',
      'allow-from=127.0.0.0/8, 10.0.0.0/8',
    ],
    [
      'allow-axfr-ips',
      'powerdns',
      'open_transfer',
      'high',
      'Anybody may copy whole zones.',
      'allow-axfr-ips=127.0.0.0/8,::1',
    ],
    [
      'allow-dnsupdate-from',
      'powerdns',
      'open_update',
      'critical',
      'Anybody may change zones.',
      'allow-dnsupdate-from=127.0.0.0/8,::1',
    ],
    [
      'webserver-allow-from',
      program,
      'control_open',
      'high',
      'Anybody reaches the web server and the API.',
      'webserver-allow-from=127.0.0.1,::1',
    ],
  ];
  for (const [name, whose, code, severity, message, snippet] of openings) {
    const entry = set.get(name);
    if (whose !== program || entry === undefined || !isOpen(name)) continue;
    if (name === 'allow-dnsupdate-from' && !yes(set.get('dnsupdate'))) continue;
    add(code, severity, entry, [message, `${manual}, ${name}`, 'Name your own networks only.', snippet]);
  }
  if (yes(set.get('disable-axfr')) && set.has('allow-axfr-ips')) {
    add('contradiction', 'low', set.get('allow-axfr-ips')!, [
      'allow-axfr-ips has no effect, since transfers are off.',
      `${manual}, disable-axfr`,
      'Remove one of them.',
    ]);
  }
  const api = set.get('api');
  const key = set.get('api-key');
  if (yes(api) && (key?.value?.text ?? '') === '') {
    add('control_without_key', 'high', api!, [
      'The API has no key.',
      `${manual}, api-key`,
      'Set a long random api-key.',
    ]);
  } else if (key !== undefined && (key.value?.text ?? '').length < 16) {
    add('short_secret', 'medium', key, [
      'The key of the API has fewer than 16 characters.',
      `${manual}, api-key`,
      'Set a long random one.',
    ]);
  }
  const address = set.get('webserver-address');
  const range = readRange(address?.value?.text ?? '127.0.0.1');
  if (yes(set.get('webserver')) && range !== undefined && !isLoopback(range)) {
    add('control_beyond_loopback', 'medium', address!, [
      'The web server listens beyond this machine.',
      `${manual}, webserver-address`,
      'Let it listen on loopback.',
      'webserver-address=127.0.0.1',
    ]);
  }
  const version = set.get('version-string');
  if (program === 'powerdns' && (version === undefined || /^full$/i.test(version.value?.text ?? 'full'))) {
    const at = version ?? [...set.values()][0]!;
    add('version_shown', 'low', at, [
      'The version of the server is told to anybody.',
      `${manual}, version-string`,
      'Tell nothing.',
      'version-string=anonymous',
    ]);
  }
  for (const name of ['setuid', 'setgid']) {
    const entry = set.get(name);
    if (entry !== undefined && /^(?:root|0|)$/.test(entry.value?.text ?? ''))
      add('privileges_kept', 'high', entry, [
        'The server keeps the rights of root.',
        `${manual}, ${name}`,
        'Name a user of its own.',
        `${name}=pdns`,
      ]);
  }
  const dnssec = set.get('dnssec');
  if (
    program === 'pdns-recursor' &&
    dnssec !== undefined &&
    /^(?:off|process-no-validate)$/i.test(dnssec.value?.text ?? '')
  ) {
    add('validation_off', 'high', dnssec, [
      'Answers are not validated by DNSSEC.',
      'RFC 9364',
      'Validate all of them.',
      'dnssec=validate',
    ]);
  }
  if (program === 'powerdns') judgeServer(set, add);
  else judgeRecursor(set, add);
}

type Settings = ReadonlyMap<string, LineEntry>;
type Add = (
  code: string,
  severity: Severity,
  at: Span,
  words: readonly [message: string, rule: string, suggestion: string, snippet?: string],
) => void;

const textIn = (set: Settings, name: string) => set.get(name)?.value?.text ?? '';

/** What the server for zones has alone: its control channel, keys that it makes, updates. */
function judgeServer(set: Settings, add: Add): void {
  const manual = manuals.powerdns;
  const control = set.get('tcp-control-address');
  const range = readRange(textIn(set, 'tcp-control-address'));
  if (control !== undefined && range !== undefined && !isLoopback(range)) {
    const isOpen = reachOfNetmasks(textIn(set, 'tcp-control-range').split(/[\s,]+/)) === 'anyone';
    const hasSecret = textIn(set, 'tcp-control-secret') !== '';
    add(
      hasSecret ? (isOpen ? 'control_open' : 'control_beyond_loopback') : 'control_without_key',
      hasSecret && !isOpen ? 'medium' : 'high',
      control,
      [
        hasSecret ? 'The control channel listens beyond this machine.' : 'The control channel has no secret.',
        `${manual}, tcp-control-address`,
        'Leave it to the socket on this machine.',
      ],
    );
  }
  for (const kind of ['ksk', 'zsk']) {
    const algorithm = set.get(`default-${kind}-algorithm`);
    const text = algorithm?.value?.text.toLowerCase() ?? '';
    if (algorithm !== undefined && /^(?:rsasha1(?:-nsec3-sha1)?|rsamd5|dsa|1|3|5|6|7)$/.test(text))
      add('old_dnssec_algorithm', 'high', algorithm, [
        'Zones are signed with an algorithm that validators no longer trust.',
        'RFC 8624 section 3.1; RFC 9905',
        'Use ECDSA.',
        `default-${kind}-algorithm=ecdsa256`,
      ]);
    const size = set.get(`default-${kind}-size`);
    const bits = Number(size?.value?.text ?? 0);
    if (size !== undefined && /^(?:rsa|5$|7$|8$|10$)/.test(text) && bits > 0 && bits < leastModulus)
      add('short_dnssec_key', 'medium', size, [
        'RSA keys of fewer than 2,048 bits are too short.',
        'NIST SP 800-81-2 section 9',
        'Use ECDSA, or 2,048 bits.',
        `default-${kind}-algorithm=ecdsa256`,
      ]);
  }
  const from = set.get('allow-dnsupdate-from');
  const senders = (from?.value?.text ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const isLocal = senders.every((text) => text.startsWith('!') || isOfMachine(text));
  if (yes(set.get('dnsupdate')) && from !== undefined && !isLocal && reachOfNetmasks(senders) !== 'anyone')
    add('update_without_tsig', 'medium', from, [
      'Updates are allowed by address, which can be forged in a single packet, unless each zone asks for a key.',
      `RFC 3007 section 3; ${manual}, allow-dnsupdate-from`,
      'Set TSIG-ALLOW-DNSUPDATE for each zone, and allow addresses of this machine alone elsewhere.',
      'allow-dnsupdate-from=127.0.0.0/8,::1',
    ]);
}

const isOfMachine = (text: string) => {
  const range = readRange(text);
  return range !== undefined && isLoopback(range);
};

/** What the recursor has alone: how it asks. */
function judgeRecursor(set: Settings, add: Add): void {
  const manual = manuals['pdns-recursor'];
  const [least, most] = [set.get('udp-source-port-min'), set.get('udp-source-port-max')];
  const ports = Number(most?.value?.text ?? 65_535) - Number(least?.value?.text ?? 1_024) + 1;
  const single = set.get('single-socket');
  const few = yes(single) ? single : ports < fewestPorts ? (most ?? least) : undefined;
  if (few !== undefined)
    add('fixed_source_port', 'high', few, [
      'Questions leave from few ports: answers to them are easily forged.',
      'RFC 5452 section 9.2',
      'Leave the ports to the server.',
    ]);
  const size = set.get('edns-outgoing-bufsize');
  if (size !== undefined && Number(size.value?.text) > longestAnswer)
    add('fragmentation', 'low', size, [
      'Answers may come in fragments, which can be forged and get lost.',
      'RFC 9715',
      'Ask for answers of 1,232 octets.',
      'edns-outgoing-bufsize=1232',
    ]);
  for (const name of ['forward-zones', 'forward-zones-recurse']) {
    const entry = set.get(name);
    const zones = (entry?.value?.text ?? '').split(/,/).map((zone) => zone.split('='));
    const root = zones.find(([zone = '']) => /^\+?\.$/.test(zone.trim()))?.[1] ?? '';
    const isClear = root
      .split(';')
      .some((address) => isPublicAddress(address.trim()) && !/:853$/.test(address.trim()));
    if (entry !== undefined && isClear && !yes(set.get('dot-to-port-853')))
      add('forwarders_in_clear', 'info', entry, [
        'Questions are forwarded over the Internet without encryption.',
        'RFC 7858; RFC 9076',
        'Forward to port 853.',
        `${name}=.=192.0.2.1:853`,
      ]);
  }
  const web = set.get('webserver');
  const hasSecret = ['webserver-password', 'api-key'].some((name) => textIn(set, name) !== '');
  const isReached = !isOfMachine(textIn(set, 'webserver-address') || '127.0.0.1');
  if (web !== undefined && yes(web) && isReached && !hasSecret)
    add('control_without_key', 'high', web, [
      'The web server has neither a password nor a key.',
      `${manual}, webserver-password`,
      'Set a long random api-key and webserver-password.',
    ]);
}
