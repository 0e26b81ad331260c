import type { ProgramTime } from '@sonde/shared/bench/measure-program.ts';

/** A pass timer measures what a pass takes of this process, all its threads, from when it is made on. */
export class PassTimer {
  readonly #cpu = process.cpuUsage();
  readonly #started = process.hrtime.bigint();

  time(): ProgramTime {
    const seconds = Number(process.hrtime.bigint() - this.#started) / 1e9;
    const { user, system } = process.cpuUsage(this.#cpu);
    return { seconds, cpuSeconds: (user + system) / 1e6 };
  }
}
