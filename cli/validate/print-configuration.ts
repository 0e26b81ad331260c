import { relative, resolve } from 'node:path';
import { ConfigurationError } from '@sonde/scanner/configuration/configuration-error.ts';
import { judgeConfiguration } from '@sonde/scanner/configuration/judge-configuration.ts';
import type { ConfigurationVerdict } from '@sonde/scanner/configuration/model/finding.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../print.ts';
import { readIncluded, readLocalFiles } from './local-files.ts';

/** Files that include others, which include others, and so on. */
const mostRounds = 16;

export interface ConfigurationOptions {
  readonly server?: string;
  readonly serverVersion?: string;
  readonly main?: string;
  readonly includes?: boolean;
  readonly json?: true;
}

/** Prints what is wrong with the configuration of a name server. The exit code is 2 for more than remarks. */
export function validateConfiguration(paths: readonly string[], options: ConfigurationOptions): void {
  const verdict = judged(paths, options);
  if (verdict.findings.some(({ severity }) => severity !== 'info')) process.exitCode = exitCodes.found;
  const [main] = verdict.files;
  const file = shown(main!.name);
  const findings = verdict.findings.map((finding) => ({ ...finding, file: shown(finding.file) }));
  if (options.json) {
    const files = verdict.files.map((one) => ({ ...one, name: shown(one.name) }));
    const missing = verdict.missing.map((one) => ({ ...one, from: shown(one.from) }));
    printJson({ file, ...verdict, files, missing, findings });
    return;
  }
  for (const finding of findings) {
    const place = [finding.file, finding.line, finding.column].join(':');
    const weight = finding.refused ? 'error' : finding.severity;
    const advice = finding.suggestion === null ? '' : ` ${finding.suggestion}`;
    print(`${place}: ${weight}: ${finding.message}${advice} (${finding.rule})`);
    for (const line of finding.snippet?.split('\n') ?? []) print(`    ${line}`);
  }
  if (verdict.omitted > 0) print(`${verdict.omitted} more findings are not listed.`);
  const accepted = verdict.valid ? 'would be accepted' : 'would be refused';
  const count = findings.length === 0 ? 'no problems found' : `${findings.length} findings`;
  const included = verdict.files.filter(({ used }) => used).length - 1;
  const more = included > 0 ? ` with ${included} included files` : '';
  print(`${file}${more}: ${accepted} (${verdict.serverType}), ${count}.`);
}

/** Judges the files, and again with those of this machine that they turn out to include. */
function judged(paths: readonly string[], options: ConfigurationOptions): ConfigurationVerdict {
  const { server, serverVersion, includes = true } = options;
  const files = readLocalFiles(paths);
  const main = options.main === undefined ? undefined : resolve(options.main);
  try {
    for (let round = 0; ; round++) {
      const verdict = judgeConfiguration({ files, main, serverType: server, version: serverVersion });
      const held = new Set(files.map(({ name }) => name));
      const more =
        includes && round < mostRounds ? readIncluded(verdict.missing, verdict.files[0]!.name, held) : [];
      if (more.length === 0) return verdict;
      files.push(...more);
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UsageError(`${paths.join(' ')}: ${error.message}`, exitCodes.usage);
  }
}

/** A path as somebody would write it here. */
function shown(name: string): string {
  const path = relative(process.cwd(), name);
  return !name.startsWith('/') || path.startsWith('..') || path === '' ? name : path;
}
