import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureProgram } from '@sonde/shared/bench/measure-program.ts';
import type { MeasuredScan } from './child-plan.ts';

/** The verdicts of another program, and what they took. */
export interface PeerReport {
  readonly domains: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly verdicts: ReadonlyMap<string, Pick<MeasuredScan, 'spf' | 'dmarc'>>;
}

interface PeerDomain {
  readonly domain: string;
  readonly spf?: { readonly valid?: boolean };
  readonly dmarc?: { readonly valid?: boolean };
}

/** Lets checkdmarc look at domains by way of a resolver; undefined if it is not installed. */
export async function runCheckdmarc(
  domains: readonly string[],
  resolver: string,
  directory: string,
): Promise<PeerReport | undefined> {
  const list = join(directory, 'checkdmarc-domains.txt');
  const answers = join(directory, 'checkdmarc.json');
  await writeFile(list, `${domains.join('\n')}\n`);
  const command = ['checkdmarc', '-n', resolver, '-o', answers, '--', list];
  const time = await measureProgram(command);
  if (time === undefined) return undefined;
  const told = JSON.parse(await readFile(answers, 'utf8')) as PeerDomain | readonly PeerDomain[];
  const verdicts = [told]
    .flat()
    .map(
      ({ domain, spf, dmarc }) => [domain, { spf: spf?.valid ?? null, dmarc: dmarc?.valid ?? null }] as const,
    );
  return {
    domains: domains.length,
    seconds: time.seconds,
    processorSeconds: time.cpuSeconds,
    verdicts: new Map(verdicts),
  };
}
