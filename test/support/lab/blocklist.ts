import type { LabZone } from './zone.ts';

/**
 * A list of domains in the DNS (RFC 5782), by lines: `bad.example 127.0.0.2 sends spam`. `*` stands for all that nobody names: a
 * list that refuses says `* 127.255.255.254 not from here`. It has the entry for tests that each list has to have.
 */
export function blocklistZone(name: string, lines: string): LabZone {
  const entries = ['test 127.0.0.2 for tests', ...lines.split('\n')]
    .map((line) => /^\s*(\S+)\s+(127\.\S+)\s*(.*)$/.exec(line))
    .filter((found) => found !== null);
  return {
    name,
    signing: false,
    records: entries
      .map(([, owner, code, reason]) => `${owner} A ${code}\n${owner} TXT "${reason}"`)
      .join('\n'),
  };
}
