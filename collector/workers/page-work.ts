import type { PageRulesFiles, RulesKind, RulesSummary } from '@sonde/scanner/checks/tech/load-rules.ts';
import type { Detection, PageFacts, PageReader } from '@sonde/scanner/ports/web-page.ts';
import { Overloaded } from '@sonde/shared/errors.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { PageResult, PageTask } from './page-tasks.ts';
import { ThreadEnded, ThreadPool } from './thread-pool.ts';

const program = new URL('./page-worker.ts', import.meta.url);
/** Pages that wait, at most: each is held in memory. */
const mostWaiting = 64;
/** Milliseconds that one page may take, reading rules at the start of a thread included; the reader itself takes two seconds at most. */
const budget = 20_000;
/** Thousands of expressions are compiled once, to see that they run in linear time. */
const rulesBudget = 60_000;
/** Rules take a while to be made ready. */
const idleMilliseconds = 600_000;
/** MiB. */
const heap = 512;

const emptyPage: PageFacts = {
  hasDoctype: false,
  title: null,
  lang: null,
  charset: null,
  base: null,
  policies: [],
  metas: [],
  links: [],
  scripts: [],
  resources: [],
  accessibility: {
    images: 0,
    imagesWithoutAlternative: 0,
    fields: 0,
    fieldsWithoutLabel: 0,
    firstLevelHeadings: 0,
    framesWithoutTitle: 0,
    links: 0,
    linksWithoutName: 0,
    buttons: 0,
    buttonsWithoutName: 0,
  },
  partial: true,
};

export interface PageWorkParts {
  readonly count: number;
  readonly log: Log;
  readonly meter: Meter;
  readonly files: PageRulesFiles;
}

/**
 * Page work reads pages of strangers in threads, so that no page keeps the collector waiting. What breaks its thread,
 * or finds too many waiting, is told as read in part.
 */
export class PageWork implements PageReader {
  readonly #pool: ThreadPool<PageTask, PageResult>;
  readonly #log: Log;
  readonly #unread;

  constructor(parts: PageWorkParts) {
    const { count, log, files } = parts;
    this.#pool = new ThreadPool<PageTask, PageResult>({
      name: 'threads for pages',
      program,
      count,
      log,
      tasksOfThread: 1,
      mostWaiting,
      graceMilliseconds: 0,
      idleMilliseconds,
      heap,
      workerData: files,
    });
    this.#log = log;
    this.#unread = parts.meter.counter(
      'sonde_pages_not_read_total',
      'Pages of sites that were not read: too many waited, or they broke the thread that read them.',
    );
  }

  get running(): number {
    return this.#pool.running;
  }

  get waiting(): number {
    return this.#pool.waiting;
  }

  readonly detect: PageReader['detect'] = (evidence, signal) =>
    this.#do<Detection>({ kind: 'detect', given: evidence }, signal, {
      technologies: [],
      rules: '',
      partial: true,
    });

  readonly read: PageReader['read'] = async (html, signal) =>
    html.length === 0
      ? { ...emptyPage, partial: false }
      : this.#do<PageFacts>({ kind: 'read', given: html }, signal, emptyPage);

  /** Summarises what a file of rules holds. Rejects if it is none. */
  async summariseRules(path: string, kind: RulesKind): Promise<RulesSummary> {
    return (await this.#pool.run(
      { kind: 'summariseRules', given: { path, kind } },
      { budget: rulesBudget },
    )) as RulesSummary;
  }

  /** Has the thread read the files of rules anew. */
  async reload(): Promise<void> {
    await this.#pool.run({ kind: 'reload' }, { budget: rulesBudget });
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }

  async #do<Result extends PageResult>(task: PageTask, signal: AbortSignal, broken: Result): Promise<Result> {
    try {
      return (await this.#pool.run(task, { budget, signal })) as Result;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof ThreadEnded) && !(error instanceof Overloaded)) {
        this.#log.error({ err: error }, 'a page could not be read');
      }
      this.#unread.add(1);
      return broken;
    }
  }
}
