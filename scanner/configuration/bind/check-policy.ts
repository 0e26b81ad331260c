import type { Findings } from '../model/findings.ts';
import type { Span, Word } from '../model/source.ts';
import { ttlOf } from './options/value-types.ts';
import { dnssecAlgorithmOf } from './policy-algorithms.ts';
import { isWord } from './read-statements.ts';
import { blockOf, firstOf, type Settings, wordOf } from './settings.ts';

const longestSalt = 255;

/** Sees to it that the times of a policy of signing go together, and that NSEC3 goes with its algorithms. */
export function checkPolicy(policy: Settings, findings: Findings, rule: string): void {
  checkNsec3(policy, findings, rule);
  checkTimes(policy, findings, rule);
}

/** NSEC3 came after the first algorithms; its salt is one octet long at most by its length. */
function checkNsec3(policy: Settings, findings: Findings, rule: string): void {
  const nsec3 = firstOf(policy, 'nsec3param');
  if (nsec3 === undefined) return;
  const words = nsec3.items.filter(isWord).map(({ text }) => text.toLowerCase());
  if (words.includes('salt-length') && Number(words[words.indexOf('salt-length') + 1]) > longestSalt) {
    const message = `The salt has ${longestSalt} octets at most.`;
    findings.refuse({
      code: 'out_of_range',
      at: nsec3,
      message,
      rule,
      suggestion: 'Use none: salt-length 0.',
    });
  }
  const isOld = keysOf(policy).some(({ algorithm }) => [1, 3, 5].includes(dnssecAlgorithmOf(algorithm) ?? 0));
  if (isOld) {
    const message = 'An algorithm of the policy knows nothing of NSEC3.';
    findings.refuse({ code: 'contradiction', at: nsec3, message, rule, suggestion: 'Use ECDSA.' });
  }
}

interface PolicyKey {
  readonly role: string;
  readonly lifetime: Word | undefined;
  readonly algorithm: string;
}

function keysOf(policy: Settings): PolicyKey[] {
  return (blockOf(firstOf(policy, 'keys'))?.statements ?? []).map(({ items }) => {
    const words = items.filter(isWord);
    const after = (name: string) => words[words.findIndex(({ text }) => text.toLowerCase() === name) + 1];
    return {
      role: words[0]?.text.toLowerCase() ?? '',
      lifetime: after('lifetime'),
      algorithm: after('algorithm')?.text ?? '',
    };
  });
}

/** Of options that a policy leaves out, in seconds. */
const usualTimes = {
  'max-zone-ttl': 86_400,
  'parent-ds-ttl': 86_400,
  'parent-propagation-delay': 3_600,
  'retire-safety': 3_600,
  'signatures-jitter': 43_200,
  'signatures-refresh': 432_000,
  'signatures-validity': 1_209_600,
  'signatures-validity-dnskey': 1_209_600,
  'zone-propagation-delay': 300,
} as const;

/** Signatures are made anew in time, and keys live for longer than it takes to exchange them. */
function checkTimes(policy: Settings, findings: Findings, rule: string): void {
  const time = (name: keyof typeof usualTimes) => {
    const text = wordOf(firstOf(policy, name))?.text;
    return text === undefined ? usualTimes[name] : ttlOf(text);
  };
  const at = (...names: (keyof typeof usualTimes)[]) =>
    names.map((name) => firstOf(policy, name)).find((statement) => statement !== undefined) ??
    policy.statement!;
  const refuse = (span: Span, message: string, suggestion: string) =>
    findings.refuse({ code: 'contradiction', at: span, message, rule, suggestion });
  const refresh = time('signatures-refresh');
  for (const validity of ['signatures-validity', 'signatures-validity-dnskey'] as const) {
    if (refresh >= time(validity) * 0.9)
      refuse(
        at('signatures-refresh', validity),
        `signatures-refresh is more than nine tenths of ${validity}.`,
        'Make signatures anew earlier.',
      );
    if (time('signatures-jitter') > time(validity))
      refuse(at('signatures-jitter', validity), `signatures-jitter is more than ${validity}.`, 'Lower it.');
  }
  const shortest = {
    ksk: time('parent-ds-ttl') + time('parent-propagation-delay') + time('retire-safety'),
    zsk:
      Math.max(0, time('signatures-validity') - refresh) +
      time('max-zone-ttl') +
      time('zone-propagation-delay') +
      time('retire-safety'),
  };
  for (const { role, lifetime } of keysOf(policy)) {
    const seconds = /^unlimited$/i.test(lifetime?.text ?? 'unlimited') ? 0 : ttlOf(lifetime!.text);
    const least = role === 'csk' ? Math.max(shortest.ksk, shortest.zsk) : shortest[role as 'ksk' | 'zsk'];
    if (seconds > 0 && seconds <= least)
      refuse(
        lifetime!,
        `The key lives no longer than it takes to exchange it, ${least} seconds.`,
        'Let it live longer, or unlimited.',
      );
  }
}
