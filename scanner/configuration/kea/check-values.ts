import { isBase64 } from '../model/base64.ts';
import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { entryAt, mapsOf, textOf, type YamlEntry, type YamlMap } from '../yaml/nodes.ts';

const manual = 'Kea Administrator Reference Manual';
/** Bits of the digests; half of one, and 80, is the least that it may be cut to (RFC 8945 section 5.2.2.1). */
const digests = new Map([
  ['hmac-md5', 128],
  ['hmac-sha1', 160],
  ['hmac-sha224', 224],
  ['hmac-sha256', 256],
  ['hmac-sha384', 384],
  ['hmac-sha512', 512],
]);
const leastDigest = 80;
const longestNumber = 0xffff_ffff;
const port = [1, 65_535] as const;

/** Checks the numbers, algorithms and secrets of the server of updates. */
export function checkUpdateValues(server: YamlMap, findings: Findings): void {
  const check = new ValueCheck(findings);
  check.range(entryAt(server, 'port'), port);
  check.range(entryAt(server, 'dns-server-timeout'), [1, longestNumber]);
  for (const key of mapsOf(entryAt(server, 'tsig-keys'))) check.key(key);
  for (const direction of ['forward-ddns', 'reverse-ddns'])
    for (const domain of mapsOf(entryAt(server, direction, 'ddns-domains')))
      for (const one of mapsOf(entryAt(domain, 'dns-servers'))) check.range(entryAt(one, 'port'), port);
  check.loggers(server);
}

/** Checks the numbers of the control agent. */
export function checkAgentValues(agent: YamlMap, findings: Findings): void {
  const check = new ValueCheck(findings);
  check.range(entryAt(agent, 'http-port'), [0, 65_535]);
  check.loggers(agent);
}

class ValueCheck {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  range(entry: YamlEntry | undefined, [least, most]: readonly [number, number]): void {
    const text = textOf(entry);
    // What is no number is told of as such.
    if (text === undefined || !/^[-+]?\d{1,20}$/.test(text)) return;
    if (Number(text) >= least && Number(text) <= most) return;
    this.#refuse('out_of_range', entry!.value, `The number is from ${least} to ${most}.`, 'Mend the number.');
  }

  loggers(section: YamlMap): void {
    for (const logger of mapsOf(entryAt(section, 'loggers')))
      this.range(entryAt(logger, 'debuglevel'), [0, 99]);
  }

  key(key: YamlMap): void {
    const algorithm = entryAt(key, 'algorithm');
    const digest = digests.get((textOf(algorithm) ?? '').toLowerCase());
    if (algorithm !== undefined && digest === undefined)
      this.#refuse(
        'unknown_algorithm',
        algorithm.value,
        'There is no such algorithm of a key.',
        'Use HMAC-SHA256.',
      );
    const bits = entryAt(key, 'digest-bits');
    const number = Number(textOf(bits) ?? 0);
    const least = Math.max(leastDigest, (digest ?? 0) / 2);
    if (bits !== undefined && number !== 0 && (number % 8 !== 0 || number < least))
      this.#refuse(
        'out_of_range',
        bits.value,
        'A digest is cut to a multiple of eight bits, to half of it at least.',
        'Remove it.',
      );
    const secret = entryAt(key, 'secret');
    if (secret !== undefined && !isBase64((textOf(secret) ?? '').replaceAll(/\s/g, '')))
      this.#refuse('bad_secret', secret.value, 'The secret is no base64.', 'Make one with tsig-keygen.');
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion });
  }
}
