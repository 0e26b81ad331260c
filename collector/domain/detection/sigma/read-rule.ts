import { createHash } from 'node:crypto';
import { Findings } from '@sonde/scanner/configuration/model/findings.ts';
import { Source } from '@sonde/scanner/configuration/model/source.ts';
import { entryAt, isNull, scalarsOf, textOf, type YamlMap } from '@sonde/scanner/configuration/yaml/nodes.ts';
import { readYaml } from '@sonde/scanner/configuration/yaml/read-yaml.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { uuidOfDigest } from '@sonde/shared/text/uuid-of-digest.ts';
import { comparison, type Expression } from './expression.ts';
import { ExpressionAllowance } from './linear-expression.ts';
import { faulty, SigmaProblem, unsupported } from './problem.ts';
import { readCondition } from './read-condition.ts';
import { readDetection } from './read-detection.ts';

/** Characters of one rule. */
export const longestRule = 16_384;
const longestTitle = 256;
const mostListed = 10;
const longestLine = 300;
/** Comparisons of a rule that rows are tried on one by one. */
export const mostUnindexed = 100;

/** A Sigma rule is what a document says, ready to be tried on rows. */
export interface SigmaRule {
  /** As the document names itself; made of the title if it doesn't. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly techniques: readonly string[];
  readonly falsePositives: readonly string[];
  readonly references: readonly string[];
  /** Undefined if the rule cannot be followed here. */
  readonly condition: Expression | undefined;
  /** Why it cannot be followed, with line and column from 1; undefined if it can. */
  readonly problem: PlacedProblem | undefined;
}

/** A placed problem is a problem with its line and column, from 1. */
export interface PlacedProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly field: string | undefined;
}

const severityOf: Readonly<Record<string, Severity>> = {
  informational: 'info',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
};
const technique = /^attack\.(t\d{4}(?:\.\d{3})?)$/i;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Reads one document. Throws a SigmaProblem for what is no rule; a rule that asks for what no row has is returned with its
 * problem.
 */
export function readRule(text: string): SigmaRule {
  const source = new Source('rule', text);
  const whole = { source, start: 0, end: 0 };
  if (text.length > longestRule) throw faulty(`A rule can have up to ${longestRule} characters.`, whole);
  const findings = new Findings();
  const root = readYaml(source, findings, 'Sigma specification');
  const wrong = findings.finish().find(({ refused }) => refused);
  if (wrong !== undefined) {
    const { line, column } = wrong;
    const message = wrong.code === 'duplicate_option' ? 'The same name is there twice.' : wrong.message;
    throw faulty(message, { source, start: offsetOf(text, line, column), end: text.length });
  }
  if (root?.kind !== 'map')
    throw faulty('A rule must be a map with title, logsource and detection.', root ?? whole);
  return ruleOf(root, source);
}

function ruleOf(root: YamlMap, source: Source): SigmaRule {
  const title = textOf(entryAt(root, 'title'))?.trim() ?? '';
  if (title === '' || title.length > longestTitle)
    throw faulty(
      `A rule must have a title of up to ${longestTitle} characters.`,
      entryAt(root, 'title') ?? root,
    );
  const level = entryAt(root, 'level');
  const severity = severityOf[textOf(level)?.toLowerCase() ?? 'medium'];
  if (severity === undefined)
    throw faulty('The level must be informational, low, medium, high or critical.', level?.value);
  const said = textOf(entryAt(root, 'id'))?.trim() ?? '';
  if (said !== '' && !uuid.test(said)) throw faulty('The id must be a UUID.', entryAt(root, 'id')?.value);
  const tags = scalarsOf(entryAt(root, 'tags')?.value).flatMap(({ text }) => technique.exec(text)?.[1] ?? []);
  const head = {
    id: said === '' ? uuidOfDigest(createHash('sha256').update(title).digest(), 8) : said.toLowerCase(),
    title,
    severity,
    techniques: [...new Set(tags.map((tag) => tag.toUpperCase()))].slice(0, mostListed),
    falsePositives: listOf(root, 'falsepositives').filter((text) => !/^(?:unknown|none)\.?$/i.test(text)),
    references: listOf(root, 'references'),
  };
  try {
    checkKind(root);
    const condition = conditionOf(root);
    if (condition.needs === undefined && condition.cost > mostUnindexed)
      throw unsupported(
        `The rule must be tried on every query, and makes more than ${mostUnindexed} comparisons.`,
        entryAt(root, 'detection')?.name,
      );
    return { ...head, condition, problem: undefined };
  } catch (error) {
    if (!(error instanceof SigmaProblem) || error.kind === 'faulty') throw error;
    return { ...head, condition: undefined, problem: placed(error, source) };
  }
}

/** Tells where a problem is: line and column from 1. */
export function placed(problem: SigmaProblem, source?: Source): PlacedProblem {
  const from = problem.at?.source ?? source;
  const { line, column } = from?.place(problem.at?.start ?? 0) ?? { line: 1, column: 1 };
  return { message: problem.message, line, column, field: problem.field };
}

function checkKind(root: YamlMap): void {
  for (const kind of ['correlation', 'filter', 'action'] as const) {
    const entry = entryAt(root, kind);
    if (entry !== undefined)
      throw unsupported(
        kind === 'correlation'
          ? 'Correlation rules are not supported. Add the rules that it names, if a match of each is worth a threat.'
          : `Documents with ${kind} are not supported.`,
        entry.name,
      );
  }
  const logsource = entryAt(root, 'logsource');
  if (logsource?.value.kind !== 'map') throw faulty('A rule must have a logsource.', logsource?.name ?? root);
  const [category, product, service] = ['category', 'product', 'service'].map((name) =>
    textOf(entryAt(logsource.value, name))?.toLowerCase(),
  );
  const isDns = category === 'dns' || category === 'dns_query';
  const isZeek = category === undefined && product === 'zeek' && service === 'dns';
  if (!isDns && !isZeek)
    throw unsupported(
      'The log source must be category dns or dns_query, or product zeek with service dns.',
      logsource.name,
    );
}

function conditionOf(root: YamlMap): Expression {
  const detection = entryAt(root, 'detection');
  if (detection?.value.kind !== 'map') throw faulty('A rule must have a detection.', detection?.name ?? root);
  const named = new Map<string, Expression>();
  const timeframe = entryAt(detection.value, 'timeframe');
  if (timeframe !== undefined) throw unsupported('Rules with a timeframe are not supported.', timeframe.name);
  const condition = entryAt(detection.value, 'condition');
  if (condition === undefined || isNull(condition.value))
    throw faulty('The rule has no condition.', detection.name);
  // What is no condition is told before what cannot be followed: a rule has to be mended first.
  let problem: unknown;
  const allowance = new ExpressionAllowance();
  for (const [name, entry] of detection.value.entries) {
    if (entry === condition) continue;
    try {
      named.set(name, readDetection(entry.value, allowance));
    } catch (error) {
      if (!(error instanceof SigmaProblem) || error.kind === 'faulty') throw error;
      problem ??= error;
      named.set(
        name,
        comparison(() => false),
      );
    }
  }
  const read = readCondition(condition.value, named);
  if (problem !== undefined) throw problem;
  return read;
}

function listOf(root: YamlMap, name: string): string[] {
  return scalarsOf(entryAt(root, name)?.value)
    .map(({ text }) => text.trim().slice(0, longestLine))
    .filter((text) => text !== '')
    .slice(0, mostListed);
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) at = text.indexOf('\n', at) + 1;
  return at + column - 1;
}
