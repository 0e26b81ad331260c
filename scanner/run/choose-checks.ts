import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Scanner } from '../ports/scanner.ts';
import { type Check, type ScanFamily, scanFamilies } from './check.ts';

/** The scan options are options by family, in the expert's words. */
export type ScanOptions = Readonly<Partial<Record<ScanFamily, readonly string[]>>>;

/** A scan scope states which checks a scan makes, in the words of a request. */
export interface ScanScope {
  readonly checkSsl: boolean;
  readonly advanced: boolean;
  /** Just what `options` name; all that there is if they name nothing. */
  readonly expert: boolean;
  readonly options?: ScanOptions | undefined;
  /** Just these, by their ids or other words, whatever else is said. */
  readonly checks?: readonly string[] | undefined;
}

export interface ChosenChecks {
  readonly scanners: readonly Scanner<unknown>[];
  /** Options that the interface knows and this installation can't look at. */
  readonly unsupported: readonly string[];
}

/** Words of the interface for what needs a source that an operator names, or may turn off. */
const withoutSource: Readonly<Record<ScanFamily, readonly string[]>> = {
  dns: [],
  security: ['cert-transparency'],
  email: [],
  intel: ['whois', 'reputation', 'threat'],
};

/** Chooses the checks that a request asks for. Throws InvalidInput for an option that there is not. */
export function chooseChecks(checks: readonly Check[], scope: ScanScope): ChosenChecks {
  if (scope.checks !== undefined) return { scanners: chooseByName(checks, scope.checks), unsupported: [] };
  if (scope.expert && scanFamilies.some((family) => (scope.options?.[family]?.length ?? 0) > 0)) {
    return chooseByOption(checks, scope.options ?? {});
  }
  const chosen = checks.filter(
    ({ level }) =>
      level === 'basic' ||
      (level === 'certificate' && scope.checkSsl) ||
      (level === 'advanced' && (scope.advanced || scope.expert)),
  );
  return { scanners: chosen.map(({ scanner }) => scanner), unsupported: [] };
}

function chooseByName(checks: readonly Check[], names: readonly string[]): Scanner<unknown>[] {
  for (const [index, name] of names.entries()) {
    if (checks.some((check) => answersTo(check, name))) continue;
    const there = checks.map(({ scanner }) => scanner.id).join(', ');
    throw new InvalidInput(`checks.${index}`, `There is no check "${name}" here: there are ${there}.`);
  }
  const chosen = checks.filter((check) => names.some((name) => answersTo(check, name)));
  return chosen.map(({ scanner }) => scanner);
}

function chooseByOption(checks: readonly Check[], options: ScanOptions): ChosenChecks {
  const chosen = new Set<Check>();
  const unsupported = new Set<string>();
  for (const family of scanFamilies) {
    for (const [index, option] of (options[family] ?? []).entries()) {
      const found = checks.filter((check) => check.family === family && answersTo(check, option));
      for (const check of found) chosen.add(check);
      if (found.length > 0) continue;
      if (!withoutSource[family].includes(option)) {
        throw new InvalidInput(
          `options.${family}.${index}`,
          `There is no option "${option}" here: there are ${optionsOf(checks, family).join(', ')}.`,
        );
      }
      unsupported.add(option);
    }
  }
  // In the order of the table, so that the same options in another order are the same scan.
  const scanners = checks.filter((check) => chosen.has(check)).map(({ scanner }) => scanner);
  return { scanners, unsupported: [...unsupported] };
}

/** Lists the words that an expert may use for a family. */
export function optionsOf(checks: readonly Check[], family: ScanFamily): string[] {
  const own = checks
    .filter((check) => check.family === family)
    .flatMap(({ scanner, aliases = [] }) => [scanner.id, ...aliases]);
  return [...new Set([...own, ...withoutSource[family]])];
}

function answersTo({ scanner, aliases = [] }: Check, option: string): boolean {
  return scanner.id === option || aliases.includes(option);
}
