import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { allOf, lastOf } from '../clauses/find-entries.ts';
import type { Clause } from '../clauses/read-clauses.ts';
import type { Findings } from '../model/findings.ts';
import { contains, isLoopback, reachOf, readRange } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { peerRange } from './peers.ts';

const manual = 'nsd.conf(5)';
const leastSecret = 16;

interface Words {
  readonly message: string;
  readonly rule: string;
  readonly suggestion: string;
  readonly snippet?: string;
}

type Say = (code: string, severity: Severity, at: Span, words: Words) => void;

export function judgeNsdSecurity(clauses: readonly Clause[], findings: Findings): void {
  const say: Say = (code, severity, at, words) => findings.add({ code, severity, at, ...words });
  const server = clauses.find(({ kind }) => kind === 'server');
  for (const kind of ['zone', 'pattern'])
    for (const name of ['provide-xfr', 'request-xfr']) judgeTransfers(clauses, kind, name, say);
  for (const clause of clauses.filter(({ kind }) => kind === 'key')) judgeKey(clause, say);
  const version = lastOf(clauses, 'hide-version');
  if (server !== undefined && version?.values[0]?.text !== 'yes') {
    say('version_shown', 'low', version ?? server.word, {
      message: 'The version of the server is told to anybody.',
      rule: `${manual}, hide-version`,
      suggestion: 'Turn hide-version on.',
      snippet: 'hide-version: yes',
    });
  }
  const rate = lastOf(clauses, 'rrl-ratelimit');
  if (rate?.values[0]?.text === '0') {
    say('no_rate_limit', 'low', rate, {
      message: 'Zones are answered without a limit of rate: the server can be abused for reflection attacks.',
      rule: `${manual}, rrl-ratelimit`,
      suggestion: 'Limit the rate of alike answers.',
      snippet: 'rrl-ratelimit: 200',
    });
  }
  const user = lastOf(clauses, 'username');
  if (user !== undefined && ['', 'root'].includes(user.values[0]?.text ?? '')) {
    say('privileges_kept', 'high', user, {
      message: 'The server keeps the rights of root.',
      rule: `${manual}, username`,
      suggestion: 'Let it run as a user of its own.',
      snippet: 'username: nsd',
    });
  }
  const isOn = lastOf(clauses, 'control-enable', 'remote-control')?.values[0]?.text === 'yes';
  for (const entry of allOf(clauses, 'control-interface', 'remote-control')) {
    const text = entry.values[0]?.text ?? '';
    const range = readRange(text);
    if (!isOn || text.startsWith('/') || (range !== undefined && isLoopback(range))) continue;
    say('control_beyond_loopback', 'medium', entry, {
      message: 'The control channel listens beyond this machine.',
      rule: `${manual}, control-interface`,
      suggestion: 'Let it listen on loopback.',
      snippet: 'control-interface: 127.0.0.1',
    });
  }
}

function judgeTransfers(clauses: readonly Clause[], kind: string, name: string, say: Say): void {
  for (const entry of allOf(clauses, name, kind)) {
    const texts = entry.values.map(({ text }) => text).filter((text) => !/^(?:AXFR|UDP)$/i.test(text));
    const range = peerRange(texts[0] ?? '');
    if (range === undefined || texts[1] !== 'NOKEY' || isLoopback(range)) continue;
    const isOpen =
      name === 'provide-xfr' && reachOf([range], (address) => contains(range, address)) === 'anyone';
    say(isOpen ? 'open_transfer' : 'transfer_without_tsig', isOpen ? 'high' : 'low', entry, {
      message: isOpen
        ? 'Anybody may copy the whole zone.'
        : name === 'provide-xfr'
          ? 'Transfers are allowed by address alone, and addresses can be forged or taken over.'
          : 'The zone is fetched without a key: whoever is on the way can change it.',
      rule: isOpen ? 'RFC 5936 section 5' : 'RFC 8945',
      suggestion: 'Ask for a key.',
      snippet: `${name}: 192.0.2.1 secondaries`,
    });
  }
}

function judgeKey({ entries }: Clause, say: Say): void {
  const valueFor = (name: string) => entries.find((entry) => entry.name.text === name)?.values[0];
  const [algorithm, secret] = [valueFor('algorithm'), valueFor('secret')];
  const isMd5 = /md5/i.test(algorithm?.text ?? '');
  if (algorithm !== undefined && (isMd5 || /^hmac-sha1\.?$/i.test(algorithm.text))) {
    say('weak_tsig_algorithm', isMd5 ? 'high' : 'medium', algorithm, {
      message: `${isMd5 ? 'HMAC-MD5' : 'HMAC-SHA1'} is not to be used any more.`,
      rule: 'RFC 8945 section 6',
      suggestion: 'Make a key for hmac-sha256.',
      snippet: 'algorithm: hmac-sha256',
    });
  }
  if (secret !== undefined && Buffer.from(secret.text, 'base64').length < leastSecret) {
    say('short_secret', 'medium', secret, {
      message: `The secret has fewer than ${leastSecret} octets.`,
      rule: 'RFC 8945 section 8',
      suggestion: 'Make a longer one, of 32 random octets.',
    });
  }
}
