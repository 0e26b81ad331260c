import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { listensTo } from '../model/netmasks.ts';
import { readAddress } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { checkShape } from '../yaml/check-shape.ts';
import { entryAt, mapsOf, textOf, type YamlEntry, type YamlMap } from '../yaml/nodes.ts';
import { isSection } from '../yaml/read-yaml.ts';
import { readShapes } from '../yaml/shapes.ts';
import { checkAgentValues, checkUpdateValues } from './check-values.ts';
import { keaShapeTable } from './kea-shape.ts';
import { readKea } from './read-kea.ts';

const manual = 'Kea Administrator Reference Manual';
const shape = readShapes(keaShapeTable);
const manner = { manual, refusesUnknown: true, booleans: /^(?:true|false)$/ };
const shortestSecret = 16;

/** Judges a configuration of Kea: who may control it, and how it updates the DNS. */
export function judgeKea(files: ConfigurationFiles, findings: Findings): void {
  const root = readKea(files.main, findings, manual);
  if (root === undefined) return;
  checkShape(root, shape, manner, findings);
  if (!isSection(root)) return;
  const agent = entryAt(root, 'Control-agent')?.value;
  if (agent?.kind === 'map') {
    const authentication = entryAt(agent, 'authentication');
    if (authentication !== undefined && entryAt(authentication.value, 'type') === undefined)
      refuse(
        findings,
        'missing_value',
        authentication.name,
        'authentication needs a type.',
        'Add "type": "basic".',
      );
    checkWord(entryAt(authentication?.value, 'type'), ['basic'], findings);
    checkAgentValues(agent, findings);
    judgeControl(agent, 'http-host', findings);
  }
  for (const server of ['Dhcp4', 'Dhcp6', 'DhcpDdns']) {
    for (const socket of mapsOf(entryAt(root, server, 'control-sockets')))
      if (/^https?$/.test(textOf(entryAt(socket, 'socket-type')) ?? ''))
        judgeControl(socket, 'socket-address', findings);
  }
  const updates = entryAt(root, 'DhcpDdns')?.value;
  if (updates?.kind === 'map') {
    checkUpdates(updates, findings);
    checkUpdateValues(updates, findings);
    judgeUpdates(updates, findings);
  }
}

function refuse(findings: Findings, code: string, at: Span, message: string, suggestion: string): void {
  findings.refuse({ code, at, message, rule: manual, suggestion });
}

function checkWord(entry: YamlEntry | undefined, words: readonly string[], findings: Findings): void {
  const text = textOf(entry);
  if (text === undefined || words.includes(text)) return;
  refuse(findings, 'wrong_type', entry!.value, `The value is ${words.join(' or ')}.`, `Write ${words[0]}.`);
}

function checkAddress(entry: YamlEntry | undefined, findings: Findings): void {
  const text = textOf(entry);
  if (text === undefined || readAddress(text) !== undefined) return;
  refuse(findings, 'wrong_type', entry!.value, 'The value is an address.', 'Write one without a prefix.');
}

/** Two of a name in a list are refused. */
function checkNames(sections: readonly YamlMap[], what: string, findings: Findings): void {
  const names = new Set<string>();
  for (const section of sections) {
    const name = entryAt(section, 'name');
    const text = textOf(name)?.toLowerCase();
    if (text === undefined) {
      const at = { source: section.source, start: section.start, end: section.end };
      refuse(findings, 'missing_value', at, `A ${what} has a name.`, 'Add "name".');
    } else if (names.has(text))
      refuse(
        findings,
        'duplicate_option',
        name!.value,
        `There is another ${what} of that name.`,
        'Keep one.',
      );
    else names.add(text);
  }
}

/** What the server of updates refuses beyond options and types. */
function checkUpdates(server: YamlMap, findings: Findings): void {
  checkWord(entryAt(server, 'ncr-protocol'), ['UDP', 'TCP'], findings);
  checkWord(entryAt(server, 'ncr-format'), ['JSON'], findings);
  checkAddress(entryAt(server, 'ip-address'), findings);
  checkNames(mapsOf(entryAt(server, 'tsig-keys')), 'key', findings);
  for (const direction of ['forward-ddns', 'reverse-ddns']) {
    const domains = mapsOf(entryAt(server, direction, 'ddns-domains'));
    checkNames(domains, 'domain', findings);
    for (const domain of domains)
      for (const one of mapsOf(entryAt(domain, 'dns-servers')))
        checkAddress(entryAt(one, 'ip-address'), findings);
  }
}

/** Who reaches a control channel over HTTP, and what they need. */
function judgeControl(section: YamlMap, name: string, findings: Findings): void {
  const address = entryAt(section, name);
  if (address === undefined || listensTo(textOf(address) ?? '127.0.0.1') === 'machine') return;
  if (mapsOf(entryAt(section, 'authentication', 'clients')).length === 0)
    findings.say(
      'control_without_key',
      'high',
      address,
      'Commands are taken over the network without a password.',
      `${manual}, Secure Connections`,
      'Add clients to authentication, or listen on loopback.',
      '"authentication": { "type": "basic", "clients": [ { "user-file": "user", "password-file": "password" } ] }',
    );
  if ((textOf(entryAt(section, 'cert-file')) ?? '') === '')
    findings.say(
      'control_in_clear',
      'medium',
      address,
      'Commands are taken over the network without TLS.',
      `${manual}, Secure Connections`,
      'Name trust-anchor, cert-file and key-file.',
    );
}

function judgeUpdates(server: YamlMap, findings: Findings): void {
  const address = entryAt(server, 'ip-address');
  if (listensTo(textOf(address) ?? '127.0.0.1') !== 'machine')
    findings.say(
      'control_beyond_loopback',
      'high',
      address!,
      'Requests to change names are taken from other machines, and nothing shows who sent them.',
      `${manual}, DHCP-DDNS Server`,
      'Let it listen on loopback.',
      '"ip-address": "127.0.0.1"',
    );
  const keys = new Set<string>();
  for (const key of mapsOf(entryAt(server, 'tsig-keys'))) {
    keys.add((textOf(entryAt(key, 'name')) ?? '').toLowerCase().replace(/\.$/, ''));
    judgeKey(key, findings);
  }
  for (const direction of ['forward-ddns', 'reverse-ddns'])
    for (const domain of mapsOf(entryAt(server, direction, 'ddns-domains')))
      judgeDomain(domain, keys, findings);
}

function judgeKey(key: YamlMap, findings: Findings): void {
  const algorithm = entryAt(key, 'algorithm');
  if (/^hmac-(?:md5|sha1)\b/i.test(textOf(algorithm) ?? ''))
    findings.say(
      'weak_tsig_algorithm',
      'high',
      algorithm!,
      'The algorithm of the key is not to be used any more.',
      'RFC 8945 section 6',
      'Make a key for HMAC-SHA256.',
      '"algorithm": "HMAC-SHA256"',
    );
  const secret = entryAt(key, 'secret');
  const octets = Buffer.from(textOf(secret) ?? '', 'base64').length;
  if (secret !== undefined && octets < shortestSecret)
    findings.say(
      'short_secret',
      'medium',
      secret,
      `The secret has fewer than ${shortestSecret} octets.`,
      'RFC 8945 section 8',
      'Make one with tsig-keygen.',
    );
}

function judgeDomain(domain: YamlMap, keys: ReadonlySet<string>, findings: Findings): void {
  const own = entryAt(domain, 'key-name');
  const servers = mapsOf(entryAt(domain, 'dns-servers'));
  for (const part of [domain, ...servers]) {
    const named = entryAt(part, 'key-name');
    const name = (textOf(named) ?? '').toLowerCase().replace(/\.$/, '');
    if (name !== '' && !keys.has(name)) {
      findings.refuse({
        code: 'undefined_reference',
        at: named!.value,
        message: 'There is no key of that name.',
        rule: `${manual}, TSIG Keys`,
        suggestion: 'Add it to tsig-keys.',
      });
    }
  }
  const bare = servers.find(
    (server) =>
      (textOf(entryAt(server, 'key-name') ?? own) ?? '') === '' &&
      listensTo(textOf(entryAt(server, 'ip-address')) ?? '') !== 'machine',
  );
  if (bare === undefined) return;
  const at: Span = { source: bare.source, start: bare.start, end: bare.end };
  findings.say(
    'update_without_tsig',
    'medium',
    at,
    'The zone is updated without a key: its server can go by the address alone.',
    'RFC 3007; RFC 8945',
    'Name a key.',
    '"key-name": "ddns.example."',
  );
}
