import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';
import { LatestRun } from './latest-run.ts';
import { type ControlProgram, runControl } from './run-command.ts';
import type { PolicyTarget } from './target.ts';

/** Names wiped one by one; beyond that the whole cache goes, which is one command. */
const maxNames = 200;

/**
 * The cache target wipes changed names from the packet cache of PowerDNS Recursor: the Recursor answers from it without
 * looking at the policy, and looks for a new zone by itself (every second, as our set-up has it). The wiping, as soon
 * as the Recursor must have the new zone, makes a change hold for names that were asked before.
 */
export class PowerDnsCache implements PolicyTarget {
  readonly #program: ControlProgram;
  readonly #run: LatestRun;
  readonly #delay: number;
  #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #settled: (() => void) | undefined;
  #later: Promise<void> = Promise.resolve();

  /** `delay` are the milliseconds after which the recursor has the new zone for sure. */
  constructor(program: ControlProgram, delay: number, failed: (error: unknown) => void) {
    this.#program = program;
    this.#delay = delay;
    this.#run = new LatestRun(() => this.#wipe(), failed);
  }

  changed({ removed, put }: RpzChanges): void {
    for (const owner of removed) this.#add(owner);
    for (const [owner] of put) this.#add(owner);
    clearTimeout(this.#timer);
    if (this.#settled === undefined) {
      this.#later = new Promise((resolve) => {
        this.#settled = resolve;
      });
    }
    this.#timer = setTimeout(() => this.#start(), this.#delay);
  }

  async idle(): Promise<void> {
    await this.#later;
    await this.#run.idle();
  }

  #start(): void {
    this.#run.start();
    this.#settled?.();
    this.#settled = undefined;
  }

  #add(owner: string): void {
    if (this.#waiting.size <= maxNames) this.#waiting.add(wipeArgument(owner));
  }

  async #wipe(): Promise<void> {
    const names = this.#waiting;
    this.#waiting = new Set();
    if (names.size === 0) return;
    const all = names.size > maxNames || names.has('$');
    await runControl(this.#program, ['wipe-cache', ...(all ? ['$'] : names)]);
  }
}

/** A name with all beneath it; everything if the trigger is no name. */
function wipeArgument(owner: string): string {
  if (/(^|\.)rpz-(client-ip|ip)$/.test(owner)) return '$';
  const name = owner.startsWith('*.') ? owner.slice(2) : owner;
  // What is escaped, or could be taken for an option, is not worth an argument of its own.
  return /^[a-z0-9_][a-z0-9_.-]*$/.test(name) ? `${name}$` : '$';
}
