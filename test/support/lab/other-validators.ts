import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolPath } from '../../../scanner/bench/lab/run-tool.ts';
import type { Lab } from './start-lab.ts';
import { resolverAddress } from './zone.ts';

/** What BIND's and Unbound's own validators say of a question: `secure`, `insecure`, `bogus`, or what they said. */
export interface OtherValidators {
  delv(name: string, type: string): Promise<string>;
  unbound(name: string, type: string): Promise<string>;
}

/** The lab needs its resolver: delv asks by way of it, with its validation off. */
export async function otherValidators(lab: Lab, directory: string): Promise<OtherValidators> {
  const anchors = join(directory, 'delv.conf');
  const [, , , flags, protocol, algorithm, ...key] = lab.rootKey.split(/\s+/).slice(1);
  await writeFile(
    anchors,
    `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} "${key.join('')}"; };\n`,
  );
  const configuration = join(directory, 'unbound-host.conf');
  await writeFile(join(directory, 'root.hints'), lab.rootHints);
  await writeFile(
    configuration,
    `server:\n  root-hints: "${join(directory, 'root.hints')}"\n  trust-anchor: "${lab.rootKey}"\n  do-ip6: no\n`,
  );
  return {
    delv: async (name, type) => {
      const said = await say('delv', [`@${resolverAddress}`, '-a', anchors, '+root=.', name, type]);
      // Each piece of an answer has its verdict; the worst counts.
      if (/^; (?:negative response, )?unsigned answer/m.test(said)) return 'insecure';
      if (/^; (?:negative response, )?fully validated/m.test(said)) return 'secure';
      return /resolution failed/.test(said) ? 'bogus' : said;
    },
    unbound: async (name, type) => {
      const said = await say('unbound-host', ['-C', configuration, '-v', '-t', type, name]);
      if (/\(BOGUS/.test(said)) return 'bogus';
      const verdict = /\((secure|insecure)\)/.exec(said)?.[1];
      return verdict ?? said;
    },
  };
}

function say(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { env: { ...process.env, PATH: toolPath }, timeout: 20_000 },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
  });
}
