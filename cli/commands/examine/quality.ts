import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { plainText } from '@sonde/shared/text/plain-text.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connectWithoutKey } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printJson } from '../../print.ts';

interface QualityOptions extends ApiOptions {
  readonly all?: true;
}

type Quality = AnswerOf<'POST /api/quality/check'>;

/** Creates the command `sonde quality`: it judges the quality of a page, the most urgent fault first. */
export function qualityCommand(): Command {
  return addApiOptions(new Command('quality'))
    .description('Check the quality of a web page, and list what to fix first. A collector visits the page.')
    .argument('<PAGE>', 'domain, or http or https URL')
    .option('--all', 'also show passed checks, and checks without a result')
    .action(check);
}

async function check(url: string, options: QualityOptions): Promise<void> {
  const quality = await connectWithoutKey(options).call('POST /api/quality/check', { body: { url } });
  if (quality.score === null) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(quality);
  for (const { message } of quality.errors) process.stderr.write(`${plainText(message)}\n`);
  if (quality.score === null) return;
  process.stdout.write(`${plainText(quality.url)}: ${quality.score.points} of 100 points\n`);
  const told = quality.alerts.filter(({ passed }) => options.all === true || passed === false);
  for (const alert of told.toSorted((one, other) => lost(other) - lost(one))) tell(alert);
}

function tell(alert: Quality['alerts'][number]): void {
  const state =
    alert.passed === null
      ? 'unknown'
      : alert.passed
        ? 'passed'
        : lost(alert) > 0
          ? `-${lost(alert)}`
          : 'note';
  process.stdout.write(`${state.padStart(8)}  ${plainText(alert.message)}\n`);
  if (alert.advice !== null) process.stdout.write(`${' '.repeat(10)}${plainText(alert.advice)}\n`);
}

function lost({ passed, weight }: Quality['alerts'][number]): number {
  return passed === false ? weight : 0;
}
