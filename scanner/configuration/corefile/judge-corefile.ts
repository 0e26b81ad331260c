import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { contains, isLoopback, isPublic, reachOf, readAddress, readRange } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { checkPlugin } from './check-plugin.ts';
import { importAll } from './import-all.ts';
import type { Directive } from './read-corefile.ts';

const manual = 'CoreDNS manual';

/** Judges a Corefile. A build with plugins of its own takes more than the default one. */
export function judgeCorefile(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const seen = new Map<string, Directive>();
  for (const block of importAll(files, findings)) {
    checkServer(block, seen, findings);
    for (const directive of block.inner) checkPlugin(directive, findings);
    checkOnce(block.inner, 'prometheus', findings);
    for (const { words, inner } of block.inner) if (words[0]?.text === 'tsig') checkKeys(inner, findings);
    if (block.hasBlock) judgeServer(block, findings);
  }
}

function checkServer(block: Directive, seen: Map<string, Directive>, findings: Findings): void {
  for (const { text, ...word } of block.words) {
    const key = text.replace(/,$/, '').toLowerCase();
    if (key === '') continue;
    const found = /^(?:([a-z0-9]+):\/\/)?([^:]*|\[.*\])(?::(\d+))?$/.exec(key);
    if (found === null || Number(found[3] ?? 53) > 65_535) {
      findings.say(
        'wrong_type',
        'medium',
        word,
        'This is neither a zone nor a zone with a port: CoreDNS takes it for a name.',
        `${manual}, Corefile`,
        'Write example.org:53.',
      );
      continue;
    }
    const [, scheme = 'dns', zone = '', port = scheme === 'dns' ? '53' : ''] = found;
    if (!['dns', 'tls', 'https', 'https3', 'grpc', 'quic'].includes(scheme)) {
      refuse(
        findings,
        'wrong_type',
        word,
        'There is no such transport.',
        'Use dns, tls, https, quic or grpc.',
      );
    }
    const bound = block.inner
      .filter(({ words }) => words[0]?.text === 'bind' || words[0]?.text === 'view')
      .map(({ words }) => words.map((one) => one.text).join(' '));
    const id = `${scheme}://${zone.replace(/(.)\.$/, '$1')}:${port} ${bound.join(' ')}`;
    if (seen.has(id))
      refuse(
        findings,
        'duplicate_zone',
        word,
        'Another server block has the same zone and port.',
        'Merge the two.',
      );
    seen.set(id, block);
  }
}

/** A plugin that a server block may have once. */
function checkOnce(directives: readonly Directive[], name: string, findings: Findings): void {
  for (const again of directives.filter(({ words }) => words[0]?.text === name).slice(1))
    refuse(findings, 'duplicate_option', again, `The server block has ${name} already.`, 'Keep one of them.');
}

/** Octets of a secret. */
const leastSecret = 16;

function checkKeys(lines: readonly Directive[], findings: Findings): void {
  const names = new Set<string>();
  for (const { words } of lines) {
    const [kind, name, secret] = words;
    if (kind?.text !== 'secret' || name === undefined) continue;
    if (secret !== undefined && Buffer.from(secret.text, 'base64').length < leastSecret)
      findings.say(
        'short_secret',
        'medium',
        secret,
        `The secret has fewer than ${leastSecret} octets.`,
        'RFC 8945 section 8',
        'Make a longer one.',
      );
    if (names.has(name.text)) refuse(findings, 'duplicate_option', name, 'There is such a key.', 'Keep one.');
    names.add(name.text);
  }
}

function judgeServer(block: Directive, findings: Findings): void {
  const of = (name: string) => block.inner.filter(({ words }) => words[0]?.text === name);
  const binds = of('bind').flatMap(({ words }) => words.slice(1));
  const isLocal =
    binds.length > 0 &&
    binds.every(({ text }) => {
      const range = readRange(text);
      return (
        text === 'lo' ||
        (range !== undefined &&
          (isLoopback(range) || reachOf([range], (one) => contains(range, one)) === 'nobody'))
      );
    });
  const [forward] = of('forward');
  // A cluster's server is reached by its own containers.
  const isOfCluster = of('kubernetes').length > 0;
  if (forward !== undefined && !isLocal && !isOfCluster && !restricts(of('acl'))) {
    findings.say(
      'open_recursion',
      'high',
      forward,
      'Whoever reaches the server may have names resolved: nothing says who may ask.',
      'RFC 5358 section 4; CoreDNS manual, acl',
      'Allow your own networks only.',
      'acl {\n    allow net 10.0.0.0/8 192.168.0.0/16 127.0.0.0/8\n    block\n}',
    );
  }
  for (const { words, inner } of of('forward')) {
    const clear = words.slice(2).find(({ text }) => {
      const address = readAddress(text.replace(/^dns:\/\//, '').replace(/:\d+$/, ''));
      return address !== undefined && isPublic(address);
    });
    if (clear !== undefined)
      findings.say(
        'forwarders_in_clear',
        'info',
        clear,
        'Questions are forwarded over the Internet without encryption.',
        'RFC 7858; RFC 9076',
        'Forward over TLS.',
        'forward . tls://192.0.2.1 {\n    tls_servername resolver.example\n}',
      );
    const tls = words.slice(2).find(({ text }) => text.startsWith('tls://'));
    if (tls !== undefined && !inner.some((one) => one.words[0]?.text === 'tls_servername'))
      findings.say(
        'tls_without_name',
        'medium',
        tls,
        'The name in the certificate is not checked, so anybody on the way can answer.',
        'RFC 8310 section 5',
        'Add tls_servername.',
        'tls_servername resolver.example',
      );
  }
  for (const { inner } of of('transfer')) {
    for (const { words } of inner) {
      const everybody = words.find(({ text }) => text === '*');
      if (words[0]?.text === 'to' && everybody !== undefined)
        findings.say(
          'open_transfer',
          'high',
          everybody,
          'Anybody may copy the whole zone.',
          'RFC 5936 section 5',
          'Name your secondaries.',
          'to 192.0.2.2',
        );
    }
  }
  for (const directive of of('debug'))
    findings.say(
      'debugging',
      'low',
      directive,
      'The server stops if a plugin fails, and logs more than it should.',
      `${manual}, debug`,
      'Remove debug.',
    );
  for (const directive of of('pprof')) {
    const address = directive.words[1]?.text ?? 'localhost:6053';
    if (!/^(?:localhost|127\.|\[::1\])/.test(address))
      findings.say(
        'control_open',
        'medium',
        directive,
        'Profiles of the process are given to anybody.',
        `${manual}, pprof`,
        'Let it listen on loopback.',
        'pprof 127.0.0.1:6053',
      );
  }
  for (const directive of of('chaos')) {
    if (directive.words.length === 1 || /\d/.test(directive.words[1]!.text))
      findings.say(
        'version_shown',
        'low',
        directive,
        'The version of the server is told to anybody.',
        `${manual}, chaos`,
        'Tell nothing.',
      );
  }
}

/** Whether rules of acl keep strangers out. */
function restricts(acls: readonly Directive[]): boolean {
  const rules = acls.flatMap(({ inner }) => inner).map(({ words }) => words.map(({ text }) => text));
  const everywhere = readRange('0.0.0.0/0')!;
  const read = rules.map(([action = '', ...rest]) => {
    const net = rest.indexOf('net');
    const nets = net === -1 ? ['0.0.0.0/0', '::/0'] : rest.slice(net + 1);
    return {
      action,
      ranges: nets.flatMap((text) => (text === '*' ? [everywhere] : (readRange(text) ?? []))),
    };
  });
  const known = read.flatMap(({ ranges }) => ranges);
  return (
    reachOf(known, (address) => {
      const rule = read.find(({ ranges }) => ranges.some((range) => contains(range, address)));
      return rule === undefined || rule.action === 'allow';
    }) !== 'anyone'
  );
}

function refuse(findings: Findings, code: string, at: Span, message: string, suggestion: string): void {
  findings.refuse({ code, at, message, rule: `${manual}, Corefile`, suggestion });
}
