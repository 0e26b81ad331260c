import { dnssecAlgorithms } from '@sonde/shared/dns/dnssec-algorithms.ts';
import type { Findings } from '../model/findings.ts';
import { checkPolicy } from './check-policy.ts';
import { dnssecAlgorithmOf } from './policy-algorithms.ts';
import { isWord } from './read-statements.ts';
import { blockOf, firstOf, type Settings, wordOf } from './settings.ts';

const rsa: ReadonlySet<number> = new Set([5, 7, 8, 10]);
/** Bits that a key of RSA may have. */
const modulus = { least: 1_024, most: 4_096 };

function isForbidden(algorithm: number): boolean {
  return dnssecAlgorithms.find(({ number }) => number === algorithm)?.use === 'forbidden';
}

/** Judges a policy of signing: its algorithms, its keys, and NSEC3. */
export function judgePolicy(policy: Settings, findings: Findings): void {
  const rule = 'BIND 9 Administrator Reference Manual, dnssec-policy';
  const name = wordOf(policy.statement);
  if (name !== undefined && ['default', 'insecure', 'none'].includes(name.text)) {
    const message = 'A policy of that name is built in.';
    findings.refuse({ code: 'duplicate_name', at: name, message, rule, suggestion: 'Give it another name.' });
  }
  for (const { items } of blockOf(firstOf(policy, 'keys'))?.statements ?? []) {
    const at = items.findIndex((item) => isWord(item) && item.text.toLowerCase() === 'algorithm');
    const [algorithm, length] = [items[at + 1], items[at + 2]];
    if (at === -1 || !isWord(algorithm)) continue;
    const number = dnssecAlgorithmOf(algorithm.text);
    const bits = isWord(length) ? Number(length.text) : modulus.least;
    if (number !== undefined && rsa.has(number) && (bits < modulus.least || bits > modulus.most)) {
      findings.refuse({
        code: 'out_of_range',
        at: length ?? algorithm,
        message: `Keys of RSA have ${modulus.least} to ${modulus.most} bits.`,
        rule,
        suggestion: 'Leave the length to the server.',
      });
      continue;
    }
    if (number === undefined) {
      const message = 'There is no such algorithm of DNSSEC.';
      findings.refuse({
        code: 'unknown_algorithm',
        at: algorithm,
        message,
        rule,
        suggestion: 'Use ecdsap256sha256.',
      });
    } else if (isForbidden(number)) {
      findings.add({
        code: 'old_dnssec_algorithm',
        severity: 'high',
        at: algorithm,
        message: 'Zones are signed with an algorithm that validators no longer trust.',
        rule: 'RFC 8624 section 3.1; RFC 9905',
        suggestion: 'Use ECDSA.',
        snippet: 'keys { csk lifetime unlimited algorithm ecdsap256sha256; };',
      });
    } else if (rsa.has(number) && isWord(length) && Number(length.text) < 2_048) {
      findings.add({
        code: 'short_dnssec_key',
        severity: 'medium',
        at: length,
        message: 'RSA keys of fewer than 2,048 bits are too short.',
        rule: 'NIST SP 800-81-2 section 9',
        suggestion: 'Use ECDSA, or 2,048 bits.',
        snippet: 'keys { csk lifetime unlimited algorithm ecdsap256sha256; };',
      });
    }
  }
  checkRoles(policy, findings, rule);
  checkPolicy(policy, findings, rule);
  const nsec3 = firstOf(policy, 'nsec3param');
  const words = (nsec3?.items ?? []).filter(isWord).map(({ text }) => text.toLowerCase());
  const iterations = words.includes('iterations') ? Number(words[words.indexOf('iterations') + 1]) : 0;
  if (nsec3 !== undefined && iterations > 150) {
    const message = 'More than 150 iterations are refused.';
    findings.refuse({
      code: 'out_of_range',
      at: nsec3,
      message,
      rule,
      suggestion: 'Use none.',
      snippet: 'nsec3param iterations 0 optout no salt-length 0;',
    });
  } else if (nsec3 !== undefined && iterations > 0) {
    findings.add({
      code: 'nsec3_iterations',
      severity: 'low',
      at: nsec3,
      message: 'Iterations of NSEC3 cost validators time and protect nothing; some refuse them.',
      rule: 'RFC 9276 section 3.1',
      suggestion: 'Use none.',
      snippet: 'nsec3param iterations 0 optout no salt-length 0;',
    });
  }
}

/** Of each algorithm there are keys that sign keys, and keys that sign the rest. */
function checkRoles(policy: Settings, findings: Findings, rule: string): void {
  const roles = new Map<number | string, Set<string>>();
  const block = blockOf(firstOf(policy, 'keys'));
  for (const { items } of block?.statements ?? []) {
    const words = items.filter(isWord).map(({ text }) => text.toLowerCase());
    const text = words[words.indexOf('algorithm') + 1] ?? '';
    const algorithm = dnssecAlgorithmOf(text) ?? text;
    roles.set(algorithm, (roles.get(algorithm) ?? new Set()).add(words[0]!));
  }
  const isWhole = (of: ReadonlySet<string>) => of.has('csk') || (of.has('ksk') && of.has('zsk'));
  if (block === undefined || [...roles.values()].every(isWhole)) return;
  findings.refuse({
    code: 'policy_incomplete',
    at: block,
    message: 'An algorithm of the policy needs a ksk and a zsk, or a csk.',
    rule,
    suggestion: 'Add the other key.',
    snippet: 'keys { csk lifetime unlimited algorithm ecdsap256sha256; };',
  });
}
