import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageReader } from '../../ports/web-page.ts';
import { type OperatorRules, operatorRules } from './engine/operator-signs.ts';
import { signsOfFile } from './engine/own-signs.ts';
import { createPageReader } from './page-reader.ts';
import { ruleFiles } from './rules/index.ts';
import { type LibraryData, libraryData } from './vulnerable/library-data.ts';

/** Octets of all files of rules together. */
const mostOctets = 64 * 1_024 * 1_024;

/** The page rules files are the paths of the operator's own rules. */
export interface PageRulesFiles {
  /** Files in the widespread JSON format, and folders of such files. */
  readonly rules: readonly string[];
  /** Known faults of libraries, in the JSON of retire.js: files, and folders of them. */
  readonly vulnerabilities?: readonly string[];
  /** Files of either kind that subscriptions keep: those that are not there yet are passed over. */
  readonly subscribed?: Readonly<Record<RulesKind, readonly string[]>>;
}

export type RulesKind = 'rules' | 'vulnerabilities';

/** Creates a reader of pages with our rules and the rules of the operator's files. Rejects if a file can't be read. */
export async function createLoadedPageReader(files: PageRulesFiles): Promise<PageReader> {
  const { subscribed = { rules: [], vulnerabilities: [] } } = files;
  const rules = [...files.rules, ...(await present(subscribed.rules))];
  const vulnerabilities = [...(files.vulnerabilities ?? []), ...(await present(subscribed.vulnerabilities))];
  const [documents, listed] = await Promise.all([rules, vulnerabilities].map(readDocuments));
  const { signs, implied } = operatorRules(documents!);
  if (vulnerabilities.length === 0)
    return createPageReader({ signs: [signs], implied, documents: documents! });
  const own = ruleFiles.flatMap(signsOfFile);
  const names = new Set([...own, ...signs].map(({ technology }) => technology.name));
  const libraries = libraryData(listed!, names);
  if (libraries.libraries === 0) throw new Error('The list of vulnerabilities has no library.');
  const reader = createPageReader({
    signs: [signs, libraries.signs],
    implied,
    documents: [...documents!, ...listed!],
  });
  return {
    read: reader.read,
    detect: async (evidence, signal) => {
      const detection = await reader.detect(evidence, signal);
      return { ...detection, technologies: libraries.annotate(detection.technologies) };
    },
  };
}

/** The rules summary states what is in a file of rules. */
export interface RulesSummary {
  /** Technologies or libraries. */
  readonly entries: number;
  /** Technologies that only a running page, or files that are not fetched, could tell of. */
  readonly unseen: number;
  /** Rules that could not be taken, a sentence each. */
  readonly problems: readonly string[];
}

/** Summarises the technologies or libraries of one file, or of a folder of files. Rejects if there are none: it is something else. */
export async function summariseRules(path: string, kind: RulesKind): Promise<RulesSummary> {
  const documents = await readDocuments([path]);
  const summary =
    kind === 'rules' ? summaryOf(operatorRules(documents)) : ofLibraries(libraryData(documents));
  if (summary.entries === 0)
    throw new Error(`There are no ${kind === 'rules' ? 'technologies' : 'libraries'} in it.`);
  return summary;
}

const summaryOf = ({ technologies, unseen, problems }: OperatorRules): RulesSummary => ({
  entries: technologies,
  unseen,
  problems,
});
const ofLibraries = ({ libraries }: LibraryData): RulesSummary => ({
  entries: libraries,
  unseen: 0,
  problems: [],
});

async function present(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}

async function readDocuments(paths: readonly string[]): Promise<unknown[]> {
  const files = (await Promise.all(paths.map(jsonFiles))).flat();
  let octets = 0;
  const documents: unknown[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    octets += text.length;
    if (octets > mostOctets) throw new Error(`The rules have more than ${mostOctets} octets.`);
    documents.push(parse(text, file));
  }
  return documents;
}

async function jsonFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(path, name));
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
