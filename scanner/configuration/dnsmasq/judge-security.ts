import type { LineEntry } from '../lines/read-lines.ts';
import type { Findings } from '../model/findings.ts';
import { isPublic, readAddress } from '../model/reach.ts';

const manual = 'dnsmasq(8)';
/** Ports that an attacker has to guess among, at least (RFC 5452). */
const fewestPorts = 10_000;

/** Judges what matters for security of the lines of a configuration that it is made of. */
export function judgeSecurity(entries: readonly LineEntry[], findings: Findings): void {
  const find = (name: string) => entries.find((entry) => entry.name.text === name);
  const [first] = entries;
  if (first === undefined || find('port')?.value?.text === '0') return;
  const isBound = ['interface', 'listen-address', 'local-service', 'except-interface'].some(
    (name) => find(name) !== undefined,
  );
  if (!isBound) {
    findings.add({
      code: 'listens_everywhere',
      severity: 'medium',
      at: { ...first, end: first.start },
      message: 'The server listens on every interface, and nothing says who may ask.',
      rule: `${manual}, --interface; RFC 5358`,
      suggestion: 'Name the interfaces, or answer the own networks only.',
      snippet: 'local-service',
    });
  }
  const wildcard = entries.find(
    ({ name, value }) => name.text === 'listen-address' && /^(?:0\.0\.0\.0|::)$/.test(value?.text ?? ''),
  );
  if (wildcard !== undefined) {
    findings.add({
      code: 'listens_everywhere',
      severity: 'high',
      at: wildcard,
      message: 'The server listens on every address.',
      rule: 'RFC 5358 section 4',
      suggestion: 'Name the addresses of the own networks.',
      snippet: 'listen-address=127.0.0.1,192.168.1.1',
    });
  }
  const remarks: readonly (readonly [string, string, string, string])[] = [
    [
      'stop-dns-rebind',
      'rebinding_allowed',
      'Answers from outside may hold private addresses, which lets web pages reach the own network.',
      'stop-dns-rebind',
    ],
    [
      'bogus-priv',
      'private_names_leak',
      'Questions about private addresses leave for the public DNS.',
      'bogus-priv',
    ],
    ['domain-needed', 'private_names_leak', 'Names without a dot leave for the public DNS.', 'domain-needed'],
  ];
  for (const [name, code, message, snippet] of remarks) {
    if (find(name) !== undefined) continue;
    const at = { ...first, end: first.start };
    findings.add({
      code,
      severity: 'low',
      at,
      message,
      rule: `${manual}, --${name}`,
      suggestion: `Add ${name}.`,
      snippet,
    });
  }
  if (find('dnssec') === undefined && find('proxy-dnssec') === undefined) {
    findings.add({
      code: 'validation_off',
      severity: 'low',
      at: { ...first, end: first.start },
      message: 'Answers are not validated by DNSSEC here.',
      rule: 'RFC 9364',
      suggestion: 'Turn dnssec on, or take over what a validating server on the way says.',
      snippet: 'dnssec\nconf-file=/usr/share/dnsmasq/trust-anchors.conf',
    });
  }
  const unchecked = entries.find(
    ({ name, value }) => name.text === 'dnssec-check-unsigned' && value?.text === 'no',
  );
  if (unchecked !== undefined) {
    findings.add({
      code: 'validation_off',
      severity: 'high',
      at: unchecked,
      message: 'A zone counts as unsigned if somebody takes its signatures away.',
      rule: 'RFC 4035 section 5',
      suggestion: 'Remove the option.',
    });
  }
  const port = entries.find(({ name }) => name.text === 'query-port');
  const ports =
    Number(find('max-port')?.value?.text ?? 65_535) - Number(find('min-port')?.value?.text ?? 1_024) + 1;
  const few = port ?? (ports < fewestPorts ? (find('max-port') ?? find('min-port')) : undefined);
  if (few !== undefined) {
    findings.add({
      code: 'fixed_source_port',
      severity: 'high',
      at: few,
      message: 'Questions leave from few ports: answers to them are easily forged.',
      rule: `RFC 5452 section 9.2; ${manual}, --${few.name.text}`,
      suggestion: 'Remove the option: the ports are random then.',
    });
  }
  const user = find('user');
  if (user !== undefined && /^(?:root|0)$/.test(user.value?.text ?? '')) {
    findings.add({
      code: 'privileges_kept',
      severity: 'medium',
      at: user,
      message: 'The server keeps the rights of root.',
      rule: `${manual}, --user`,
      suggestion: 'Let it run as a user of its own.',
      snippet: 'user=dnsmasq',
    });
  }
  const tftp = find('enable-tftp');
  const root = find('tftp-root')?.value?.text.replace(/,.*$/, '');
  if (tftp !== undefined && (root === undefined || /^\/+$/.test(root))) {
    findings.add({
      code: 'files_open',
      severity: 'high',
      at: find('tftp-root') ?? tftp,
      message: 'Every file of the machine that the server may read is given to whoever asks by TFTP.',
      rule: `${manual}, --tftp-root`,
      suggestion: 'Name a folder of its own.',
      snippet: 'tftp-root=/srv/tftp\ntftp-secure',
    });
  }
  for (const { name, value } of entries) {
    const address = readAddress((value?.text ?? '').replace(/^.*\//, '').replace(/[#@].*$/, ''));
    if (name.text !== 'server' || address === undefined || !isPublic(address)) continue;
    findings.add({
      code: 'forwarders_in_clear',
      severity: 'info',
      at: value!,
      message: 'Questions are forwarded over the Internet without encryption.',
      rule: 'RFC 7858; RFC 9076',
      suggestion: 'Forward to a stub on this machine that speaks TLS.',
    });
  }
}
