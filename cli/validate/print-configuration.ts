import { basename } from 'node:path';
import { ConfigurationError } from '@sonde/scanner/configuration/configuration-error.ts';
import { judgeConfiguration } from '@sonde/scanner/configuration/judge-configuration.ts';
import type { ConfigurationVerdict } from '@sonde/scanner/configuration/model/finding.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../print.ts';
import { readBytes } from './read-bytes.ts';

const mostBytes = 16 * 1024 * 1024;

export interface ConfigurationOptions {
  readonly server?: string;
  readonly serverVersion?: string;
  readonly json?: true;
}

/** Prints what is wrong with the configuration of a name server. The exit code is 2 for more than remarks. */
export function validateConfiguration(file: string, options: ConfigurationOptions): void {
  const verdict = judged(file, options);
  if (verdict.findings.some(({ severity }) => severity !== 'info')) process.exitCode = exitCodes.found;
  if (options.json) {
    printJson({ file, ...verdict });
    return;
  }
  for (const finding of verdict.findings) {
    const place = [finding.file, finding.line, finding.column].join(':');
    const weight = finding.refused ? 'error' : finding.severity;
    const advice = finding.suggestion === null ? '' : ` ${finding.suggestion}`;
    print(`${place}: ${weight}: ${finding.message}${advice} (${finding.rule})`);
    for (const line of finding.snippet?.split('\n') ?? []) print(`    ${line}`);
  }
  if (verdict.omitted > 0) print(`${verdict.omitted} more findings are left out.`);
  const accepted = verdict.valid ? 'would be accepted' : 'would be refused';
  const count = verdict.findings.length === 0 ? 'nothing is wrong' : `${verdict.findings.length} findings`;
  print(`${file}: ${accepted} (${verdict.serverType}), ${count}.`);
}

function judged(file: string, { server, serverVersion }: ConfigurationOptions): ConfigurationVerdict {
  const content = readBytes(file, mostBytes);
  try {
    return judgeConfiguration({ name: basename(file), content, serverType: server, version: serverVersion });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UsageError(`${file}: ${error.message}`, exitCodes.usage);
  }
}
