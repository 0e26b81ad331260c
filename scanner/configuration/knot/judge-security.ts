import type { Findings } from '../model/findings.ts';
import { contains, isLoopback, reachOf, readRange } from '../model/reach.ts';
import type { Word } from '../model/source.ts';
import type { KnotItem } from './read-sections.ts';

const manual = 'knot.conf(5)';
/** Octets of a secret, and bits of a key of RSA, at least. */
const leastSecret = 16;
const leastModulus = 2_048;

/** A knot object is one entry of a section with its items; those of single sections have no identifier. */
export interface KnotObject {
  readonly section: string;
  readonly id: Word | undefined;
  readonly items: readonly KnotItem[];
}

/** Judges what matters for security of the objects of a configuration. */
export function judgeSecurity(objects: readonly KnotObject[], findings: Findings): void {
  const of = (...sections: string[]) => objects.filter(({ section }) => sections.includes(section));
  for (const server of of('server')) judgeServer(server, findings);
  for (const key of of('key')) judgeKey(key, findings);
  for (const acl of of('acl')) judgeAcl(acl, findings);
  for (const policy of of('policy')) judgePolicy(policy, findings);
  judgePrimaries(of('template', 'zone'), of('remote', 'remotes'), findings);
}

const find = ({ items }: KnotObject, name: string) => items.find((item) => item.name.text === name);
const textOf = (object: KnotObject, name: string) => find(object, name)?.values[0]?.text.toLowerCase();
const valuesOf = ({ items }: KnotObject, name: string) =>
  items.filter((item) => item.name.text === name).flatMap(({ values }) => values);

function judgeServer(server: KnotObject, findings: Findings): void {
  if (!/^(?:root|0)(?::|$)/.test(textOf(server, 'user') ?? '')) return;
  findings.say(
    'privileges_kept',
    'high',
    find(server, 'user')!,
    'The server keeps the rights of root.',
    `${manual}, server.user`,
    'Let it run as a user of its own.',
    'user: knot:knot',
  );
}

function judgeKey(key: KnotObject, findings: Findings): void {
  const secret = find(key, 'secret')?.values[0];
  if (secret !== undefined && Buffer.from(secret.text, 'base64').length < leastSecret)
    findings.say(
      'short_secret',
      'medium',
      secret,
      `The secret has fewer than ${leastSecret} octets.`,
      'RFC 8945 section 8',
      'Make one with keymgr -t.',
    );
  const algorithm = textOf(key, 'algorithm') ?? '';
  if (/md5|sha1$/.test(algorithm))
    findings.say(
      'weak_tsig_algorithm',
      algorithm === 'hmac-md5' ? 'high' : 'medium',
      find(key, 'algorithm')!,
      'The algorithm of the key is not to be used any more.',
      'RFC 8945 section 6',
      'Make a key for hmac-sha256.',
      'algorithm: hmac-sha256',
    );
}

function judgePolicy(policy: KnotObject, findings: Findings): void {
  const algorithm = textOf(policy, 'algorithm') ?? '';
  if (/^rsasha1/.test(algorithm))
    findings.say(
      'old_dnssec_algorithm',
      'high',
      find(policy, 'algorithm')!,
      'Zones are signed with an algorithm that validators no longer trust.',
      'RFC 8624 section 3.1; RFC 9905',
      'Use ECDSA.',
      'algorithm: ecdsap256sha256',
    );
  for (const size of algorithm.startsWith('rsa') ? ['ksk-size', 'zsk-size'] : []) {
    const bits = Number(textOf(policy, size) ?? leastModulus);
    if (bits >= leastModulus) continue;
    findings.say(
      'short_dnssec_key',
      'medium',
      find(policy, size)!,
      'RSA keys of fewer than 2,048 bits are too short.',
      'NIST SP 800-81-2 section 9',
      'Use ECDSA, or 2,048 bits.',
      'algorithm: ecdsap256sha256',
    );
  }
  if (Number(textOf(policy, 'nsec3-iterations') ?? 0) > 0)
    findings.say(
      'nsec3_iterations',
      'low',
      find(policy, 'nsec3-iterations')!,
      'Iterations of NSEC3 cost validators time and protect nothing.',
      'RFC 9276 section 3.1',
      'Use none.',
      'nsec3-iterations: 0',
    );
}

function judgeAcl(acl: KnotObject, findings: Findings): void {
  const isDenied = ['on', 'true'].includes(textOf(acl, 'deny') ?? '');
  if (isDenied || find(acl, 'key') !== undefined || find(acl, 'remote') !== undefined) return;
  const addresses = valuesOf(acl, 'address');
  const ranges = addresses.flatMap(({ text }) => readRange(text) ?? []);
  const isOpen =
    addresses.length === 0 ||
    reachOf(ranges, (address) => ranges.some((range) => contains(range, address))) === 'anyone';
  if (!isOpen && ranges.length > 0 && ranges.every(isLoopback)) return;
  for (const action of valuesOf(acl, 'action')) {
    if (action.text === 'update') {
      const [code, severity, message] = isOpen
        ? (['open_update', 'critical', 'Anybody may change the zone.'] as const)
        : ([
            'update_without_tsig',
            'high',
            'Updates are allowed by address, which can be forged in a single packet.',
          ] as const);
      findings.say(code, severity, action, message, 'RFC 3007 section 3', 'Ask for a key.', 'key: updater');
    } else if (action.text === 'transfer') {
      const [code, severity, message, rule] = isOpen
        ? (['open_transfer', 'high', 'Anybody may copy the whole zone.', 'RFC 5936 section 5'] as const)
        : ([
            'transfer_without_tsig',
            'low',
            'Transfers are allowed by address alone, and addresses can be forged or taken over.',
            'RFC 8945',
          ] as const);
      findings.say(code, severity, action, message, rule, 'Ask for a key.', 'key: secondaries');
    }
  }
}

/** Remotes that zones are fetched from, told of once each where a zone first names them. */
function judgePrimaries(
  zones: readonly KnotObject[],
  remotes: readonly KnotObject[],
  findings: Findings,
): void {
  const groups = new Map<string, readonly Word[]>();
  const bareRemotes = new Set<string>();
  for (const remote of remotes) {
    if (remote.id === undefined) continue;
    const id = remote.id.text;
    if (remote.section === 'remotes') groups.set(id, valuesOf(remote, 'remote'));
    else if (isBare(remote)) bareRemotes.add(id);
  }
  for (const word of zones.flatMap((zone) => valuesOf(zone, 'master'))) {
    const members = groups.get(word.text) ?? [word];
    const named = members.map(({ text }) => text).filter((id) => bareRemotes.has(id));
    if (named.length === 0) continue;
    for (const id of named) bareRemotes.delete(id);
    findings.say(
      'transfer_without_tsig',
      'low',
      word,
      'The zone is fetched without a key: whoever is on the way can change it.',
      'RFC 8945',
      'Give the remote a key.',
      'key: secondaries',
    );
  }
}

/** Nothing proves who a remote is, and it is not on this machine. */
function isBare(remote: KnotObject): boolean {
  if (['key', 'cert-key', 'cert-hostname', 'tls'].some((name) => find(remote, name) !== undefined))
    return false;
  return valuesOf(remote, 'address').some(({ text }) => {
    const range = readRange(text.replace(/@.*$/, ''));
    return range !== undefined && !isLoopback(range);
  });
}
